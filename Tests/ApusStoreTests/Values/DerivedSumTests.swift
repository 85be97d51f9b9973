import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Sums that a new derived attribute cannot hold, or that SQLite's `sum()` would refuse because of the order of the rows.
@Suite struct DerivedSumTests {
    /// What happens to the table or the summand in the same stage.
    enum Beside: CaseIterable {
        case nothing, renamed, ownColumn, otherOrder, widened, converted, chained
    }

    private static let (least, greatest) = (Int64.min, Int64.max)

    /// Summands of one object, and whether a 64-bit integer can hold their sum.
    static let integers: [(values: [Int64], sum: Int64?)] = [
        ([greatest, 1], nil), ([least, -1], nil), ([greatest, 1, -5], greatest - 4), ([least, -1, 1], least),
        ([-1, least + 1], least), ([greatest, greatest, least, least], -2), ([3, 4], 7), ([], 0),
    ]

    private static func schema(_ type: ScalarType?, _ summand: ScalarType, _ beside: Beside?, pairs: Bool) -> Schema {
        let isNewer = type != nil
        var own = [Attribute("a", .string, isOptional: true)]
        if isNewer, beside == .ownColumn { own.append(Attribute("b", .int32, default: .int(1))) }
        if isNewer, beside == .otherOrder { own = [Attribute("a", .string, default: .string("x"))] }
        if let type {
            var sum = Attribute("total", .scalar(type), isOptional: true)
            sum.derivation = .sum(["ks"], of: beside == .renamed ? "number" : beside == .chained ? "same" : "n")
            own.append(sum)
        }
        let older: ScalarType =
            beside == .converted ? .string : beside == .widened && summand == .int64 ? .int32 : summand
        var number = Attribute("n", .scalar(isNewer ? summand : older), isOptional: true)
        if isNewer, beside == .renamed {
            number = Attribute("number", .scalar(summand), isOptional: true, originalName: "n")
        }
        var items = [number]
        if isNewer, beside == .chained {
            var same = Attribute("same", .scalar(summand), isOptional: true)
            same.derivation = .keyPath(["n"])
            items.append(same)
        }
        return .notes(
            Entity("T", attributes: own, relationships: [.toMany("ks", "K", inverse: "t")]),
            Entity(
                "K",
                attributes: items,
                relationships: [
                    pairs
                        ? .toMany("t", "T", inverse: "ks") : .toOne("t", "T", isOptional: true, inverse: "ks")
                ]
            )
        )
    }

    private func check(
        _ values: [String],
        _ summand: ScalarType,
        _ type: ScalarType,
        _ beside: Beside,
        pairs: Bool,
        _ rule: TableStrategy.Rule
    ) throws -> (error: StoreError?, total: String?) {
        let (older, newer) = (
            Self.schema(nil, summand, beside, pairs: pairs), Self.schema(type, summand, beside, pairs: pairs)
        )
        var lines: [Mapping.Line] = []
        if beside == .converted {
            lines.append(.convert(ElementPath("K", "n"), "parsed"))
        }
        let trial = try Trial(
            [older, newer],
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), lines)],
            rule: rule
        )
        let isText = beside == .converted || summand == .decimal
        let table = Layout(older).tables.first(where: \.isJoinTable)
        let (one, other) = (table?.columns[0].references == "K" ? ("NUMBER", "2") : ("2", "NUMBER"))
        var sql = "INSERT INTO T (_id) VALUES (1), (2);"
        for (number, value) in values.enumerated() {
            let text = isText ? "'\(value)'" : value == "\(Int64.min)" ? "(-\(Int64.max) - 1)" : value
            sql +=
                pairs
                ? "INSERT INTO K (_id, n) VALUES (\(number + 1), \(text));"
                    + "INSERT INTO \(SQLText.name(table?.name ?? "")) VALUES (\(one), \(other));"
                    .replacing("NUMBER", with: "\(number + 1)")
                : "INSERT INTO K (t, n) VALUES (2, \(text));"
        }
        try trial.run(sql)
        let planned = error { _ = try trial.migrator().plan(trial.url) }
        let migrated = error { try trial.migrate() }
        #expect(planned == migrated, "\(values) \(summand) \(type) \(beside) \(pairs) \(rule)")
        if migrated == nil { #expect(try Verifier.verify(trial.url).isSound) }
        return (migrated, migrated == nil ? try trial.rows("SELECT total FROM T WHERE _id = 2").first : nil)
    }

    private func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }

    @Test("sums of integers are exact, or refused by name", arguments: Beside.allCases)
    func integers(beside: Beside) throws {
        let rules = TableStrategy.Rule.allCases
        for (number, (values, sum)) in Self.integers.enumerated() {
            for (index, type) in [ScalarType.int64, .double, .decimal, .int16].enumerated() {
                if beside == .widened, values.contains(where: { Int32(exactly: $0) == nil }) { continue }
                for pairs in [false, true] {
                    let rule = rules[(number + index + (pairs ? 1 : 0)) % rules.count]
                    let found = try check(values.map(String.init), .int64, type, beside, pairs: pairs, rule)
                    let setting = "\(values) \(type) \(beside) \(pairs): \(found)"
                    let isHeld = sum != nil
                    if isHeld, type != .int16 || sum.map({ Int16(exactly: $0) != nil }) == true {
                        #expect(found.error == nil, "\(setting)")
                        if let sum, type != .double { #expect(found.total == "\(sum)", "\(setting)") }
                    } else {
                        guard case .failedValues(let failed)? = found.error?.reason else {
                            Issue.record("\(setting)")
                            continue
                        }
                        #expect(failed.map(\.path) == [ElementPath("T", "total")] && failed[0].samples[0].identity == 2)
                    }
                }
            }
        }
    }

    @Test("sums of decimals", arguments: [Beside.nothing, .renamed, .ownColumn, .converted])
    func decimals(beside: Beside) throws {
        let huge = "3" + String(repeating: "0", count: 165)
        for (values, isHeld) in [(["1.5", "2"], true), (["abc"], false), ([huge, huge], false)] {
            for rule in TableStrategy.Rule.allCases {
                let found = try check(values, .decimal, .decimal, beside, pairs: false, rule)
                #expect((found.error == nil) == isHeld, "\(values) \(found)")
                if case .sqlite(let text)? = found.error?.reason { Issue.record("\(text)") }
            }
        }
    }
}
