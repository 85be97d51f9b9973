import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// What migrations set aside of random rows is what a computation in memory says, to the bit, and they do nothing else
/// with the rows than migrations that set nothing aside.
@Suite struct SetAsideLawTests {
    @Test("The table has what is removed, at once and step by step", arguments: TestScale.seeds(24))
    func law(seed: UInt64) throws {
        let history = AsideHistory(seed: seed)
        let expected = history.asides
        let (fused, steps, plain) = (
            try history.trial(setAside: true), try history.trial(setAside: true), try history.trial(setAside: false)
        )
        try fused.migrate()
        try steps.migrate(to: 2)
        try steps.migrate()
        try plain.migrate()
        #expect(try AsideHistory.asides(of: fused) == expected, "seed \(seed), at once")
        #expect(try AsideHistory.asides(of: steps) == expected, "seed \(seed), step by step")
        let rows = try AsideHistory.rows(of: plain)
        #expect(try AsideHistory.rows(of: fused) == rows, "seed \(seed), at once")
        #expect(try AsideHistory.rows(of: steps) == rows, "seed \(seed), step by step")
        #expect(try AsideHistory.hasTable(plain) == false, "seed \(seed)")
        for trial in [fused, steps] {
            let found = try Verifier.verify(trial.url).setAside
            let counts = found.map { one in
                [one.from ?? "", one.to ?? "", one.reason, one.entity, one.property ?? ""].joined(separator: "|")
                    + ": \(one.count)"
            }
            #expect(counts.sorted() == history.counts, "seed \(seed)")
        }
    }

    /// The rows have what the law is about: without it, the test above would say nothing.
    @Test func theRowsHaveAllKindsOfValues() {
        let all = TestScale.seeds(24).flatMap { AsideHistory(seed: $0).asides }
        for part in [
            "1|2|not convertible to int16|A|", "1|2|not convertible to int16|B|", "1|2|not convertible to int32|B|",
            "1|2|not convertible to int64|B|", "2|3|not convertible to int16|B|", "1|2|duplicate key|A|",
            "1|2|duplicate key|B|", "2|3|duplicate n|A|", "2|3|duplicate n|B|", "|text 6100", "|blob ", "|real inf",
            "|home|integer ", "|photo|blob 6661",
        ] {
            #expect(all.contains { $0.contains(part) }, "\(part)")
        }
    }
}

/// Three versions of a hierarchy, with random rows of the first one, and what becomes of them, computed in memory.
private struct AsideHistory {
    struct Object {
        let id: Int64
        let kind: String
        var values: [String: StoredValue]
    }

    private let objects: [Object]
    private let choices: [Mapping.Duplicates]
    private(set) var asides: [String] = []
    private(set) var counts: [String] = []

    private static let texts: [StoredValue] = [
        .null, .text("a\u{0}b"), .text("a\u{0}c"), .text("a"), .text("\u{e9}"), .text("e\u{301}"), .text(""),
        .text("A"),
    ]
    /// Texts, and what they are as an integer of 16 bits.
    private static let numbers: [(String, Int64?)] = [
        ("12", 12), ("-3", -3), ("12", 12), ("40000", nil), ("x", nil), ("", nil), ("1\u{0}", nil), ("4.5", nil),
    ]
    private static let reals: [(Double, Int64?)] = [
        (3, 3), (-0.0, 0), (0.5, nil), (1e300, nil), (.infinity, nil), (-7, -7),
    ]
    private static let longs: [(String, Int64?)] = [
        ("1", 1), ("70000", 70000), ("9223372036854775807", .max), ("9223372036854775808", nil), ("z\u{0}", nil),
    ]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        choices = [random.pick(Mapping.Duplicates.allCases), random.pick(Mapping.Duplicates.allCases)]
        var ids: [Int64] = []
        objects = (0..<(2 + random.below(12))).map { _ in
            ids.append((ids.last ?? 0) + 1 + Int64(random.below(3)))
            let kind = random.pick(["A", "B"])
            var values: [String: StoredValue] = ["key": random.pick(Self.texts)]
            values["n"] = random.chance(20) ? .null : .text(random.pick(Self.numbers).0)
            values["d"] = random.chance(20) ? .null : .real(random.pick(Self.reals).0)
            values["photo"] = random.pick([.null, .blob(Data([1, 0, 2])), .blob(Data()), .text("far\(ids.count)")])
            values["home"] = random.chance(40) ? .null : .integer(Int64(1 + random.below(3)))
            if kind == "B" { values["extra"] = random.chance(20) ? .null : .text(random.pick(Self.longs).0) }
            return Object(id: ids[ids.count - 1], kind: kind, values: values)
        }
        var objects = objects
        convert(&objects, named: "n", type: "int16", stage: "1|2") { value in
            guard case .text(let text) = value else { return nil }
            return Self.numbers.first { Array($0.0.utf8) == Array(text.utf8) }?.1
        }
        convert(&objects, named: "d", type: "int32", stage: "1|2") { value in
            guard case .real(let number) = value else { return nil }
            return Self.reals.first { $0.0 == number }?.1
        }
        convert(&objects, named: "extra", type: "int64", stage: "1|2") { value in
            guard case .text(let text) = value else { return nil }
            return Self.longs.first { Array($0.0.utf8) == Array(text.utf8) }?.1
        }
        reduce(&objects, named: "key", choice: choices[0], stage: "1|2")
        convert(&objects, named: "extra", type: "int16", stage: "2|3") { value in
            guard case .integer(let number) = value, abs(number) < 32768 else { return nil }
            return number
        }
        reduce(&objects, named: "n", choice: choices[1], stage: "2|3")
        asides.sort()
        let tallies = Dictionary(grouping: counts) { $0 }.mapValues(\.count)
        counts = tallies.map { "\($0.key): \($0.value)" }.sorted()
    }

    // MARK: In memory

    private mutating func convert(
        _ objects: inout [Object],
        named name: String,
        type: String,
        stage: String,
        _ converted: (StoredValue) -> Int64?
    ) {
        for index in objects.indices {
            guard let value = objects[index].values[name], value != .null else { continue }
            let result = converted(value)
            objects[index].values[name] = result.map { .integer($0) } ?? .null
            if result != nil { continue }
            add(objects[index], name: name, value: value, reason: "\(stage)|not convertible to \(type)")
            counts.append("\(stage)|not convertible to \(type)|\(objects[index].kind)|\(name)")
        }
    }

    private mutating func reduce(
        _ objects: inout [Object],
        named name: String,
        choice: Mapping.Duplicates,
        stage: String
    ) {
        let groups = Dictionary(grouping: objects.filter { $0.values[name] != .null }) {
            Self.text($0.values[name] ?? .null)
        }
        for group in groups.values where group.count > 1 {
            let sorted = group.sorted { $0.id < $1.id }
            guard let kept = choice == .first ? sorted.first : sorted.last else { continue }
            let others = sorted.filter { $0.id != kept.id }
            for other in others {
                add(other, name: nil, value: .null, reason: "\(stage)|duplicate \(name)")
                counts.append("\(stage)|duplicate \(name)|\(other.kind)|")
                for (property, value) in other.values where value != .null {
                    add(other, name: property, value: value, reason: "\(stage)|duplicate \(name)")
                }
            }
            objects.removeAll { one in others.contains { $0.id == one.id } }
            guard let index = objects.firstIndex(where: { $0.id == kept.id }), kept.values["home"] == .null else {
                continue
            }
            objects[index].values["home"] = others.lazy.compactMap { $0.values["home"] }.first { $0 != .null } ?? .null
        }
    }

    private mutating func add(_ object: Object, name: String?, value: StoredValue, reason: String) {
        // A value in a file of its own has its bytes.
        let value: StoredValue =
            if name == "photo", case .text(let text) = value { .blob(Data(text.utf8)) } else { value }
        asides.append("\(reason)|\(object.kind)|\(object.id)|\(name ?? "")|\(Self.text(value))")
    }

    /// A value, to the bit.
    private static func text(_ value: StoredValue) -> String {
        func hex(_ bytes: some Sequence<UInt8>) -> String { bytes.map { String(format: "%02X", $0) }.joined() }
        return switch value {
        case .null: "null "
        case .integer(let number): "integer \(number)"
        case .real(let number): "real \(number)"
        case .text(let text): "text \(hex(text.utf8))"
        case .blob(let bytes): "blob \(hex(bytes))"
        }
    }

    // MARK: In stores

    private static func schema(_ types: (n: ScalarType, d: ScalarType, extra: ScalarType), unique: [[String]]) -> Schema
    {
        var photo = Attribute("photo", .data, isOptional: true)
        photo.usesExternalStorage = true
        var a = Entity(
            "A",
            attributes: [
                Attribute("key", .string, isOptional: true), Attribute("n", .scalar(types.n), isOptional: true),
                Attribute("d", .scalar(types.d), isOptional: true), photo,
            ],
            relationships: [.toOne("home", "City", isOptional: true, inverse: "people")]
        )
        a.uniquenessConstraints = unique
        return Schema(
            model: "M",
            entities: [
                a, Entity("B", parent: "A", attributes: [Attribute("extra", .scalar(types.extra), isOptional: true)]),
                Entity("City", relationships: [.toMany("people", "A", inverse: "home")]),
            ]
        )
    }

    private func mapping(_ from: Int, _ convert: [(String, String)], _ name: String, setAside: Bool) -> Mapping {
        var mapping = Mapping.stage(from, convert: convert.map { ($0, $1 + (setAside ? "OrSetAside" : "OrNull")) })
        mapping.add(
            .duplicates(
                "A",
                [Mapping.DuplicateObjects(by: [name], keep: .one(choices[from - 1], by: nil), setAside: setAside)]
            )
        )
        return mapping
    }

    /// A store of the first version.
    func trial(setAside: Bool) throws -> Trial {
        let trial = try Trial(
            [
                Self.schema((.string, .double, .string), unique: []),
                Self.schema((.int16, .int32, .int64), unique: [["key"]]),
                Self.schema((.int16, .int32, .int16), unique: [["key"], ["n"]]),
            ],
            mappings: [
                mapping(
                    1,
                    [("A.n", "parsed"), ("A.d", "exact"), ("B.extra", "parsed")],
                    "key",
                    setAside: setAside
                ),
                mapping(2, [("B.extra", "exact")], "n", setAside: setAside),
            ],
            "INSERT INTO City DEFAULT VALUES; INSERT INTO City DEFAULT VALUES; INSERT INTO City DEFAULT VALUES"
        )
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        for object in objects {
            let values = try object.values.sorted { $0.key < $1.key }.map { name, value -> String in
                switch value {
                case .null: return "NULL"
                case .integer(let number): return "\(number)"
                case .real(let number): return number.isInfinite ? "9e999" : "\(number)"
                case .blob(let bytes): return "x'\(bytes.map { String(format: "%02x", $0) }.joined())'"
                case .text(let text) where name == "photo": return "'\(try files.write(Data(text.utf8)))'"
                case .text(let text): return "CAST(x'\(text.utf8.map { String(format: "%02x", $0) }.joined())' AS TEXT)"
                }
            }
            let names = object.values.keys.sorted().map { $0 == "extra" ? "\"B.extra\"" : "\"\($0)\"" }
            try trial.run(
                "INSERT INTO A (_id, _entity, \(names.joined(separator: ", "))) "
                    + "VALUES (\(object.id), '\(object.kind)', \(values.joined(separator: ", ")))"
            )
        }
        return trial
    }

    static func hasTable(_ trial: Trial) throws -> Bool {
        try !trial.rows("SELECT 1 FROM sqlite_schema WHERE name = 'apus_set_aside'").isEmpty
    }

    /// What the table has, without the order.
    static func asides(of trial: Trial) throws -> [String] {
        guard try hasTable(trial) else { return [] }
        return try trial.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT iif(typeof(value) = 'text', CAST(value AS BLOB), value), typeof(value) = 'text', \
                    from_version || '|' || to_version || '|' || reason || '|' || entity || '|' || object || '|' || ifnull(property, '') \
                    FROM apus_set_aside WHERE model = 'M'
                    """
            ).map { row in
                let (value, isText): (StoredValue, Bool) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
                let facts: String = try row.decode(atIndex: 2)
                let shown = text(value)
                return "\(facts)|\(isText ? "text" + shown.dropFirst(4) : shown)"
            }.sorted()
        }
    }

    /// The rows of the objects, in which a file's name is its bytes.
    static func rows(of trial: Trial) throws -> [String] {
        let files = ExternalFiles(ofStoreAt: trial.url.path)
        return try trial.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM A ORDER BY _id").map { row in
                try zip(row.columnNames, row.databaseValues).map { name, value in
                    let value = StoredValue.fromDatabaseValue(value) ?? .null
                    if name == "photo", case .text(let file) = value {
                        return "photo \(text(.blob(try files.read(file))))"
                    }
                    return "\(name) \(text(value))"
                }.joined(separator: ", ")
            }
        }
    }
}
