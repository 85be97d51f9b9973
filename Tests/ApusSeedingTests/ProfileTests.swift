import ApusSchema
import Foundation
import Testing

@testable import ApusSeeding

/// What the profiles' values are like.
@Suite struct ProfileTests {
    /// An entity with every type, required and optional.
    static let everything: Schema = Schema(
        model: "Everything",
        entities: [
            Entity(
                "A",
                attributes: ScalarType.allCases.flatMap { type in
                    [Attribute("a_\(type)", .scalar(type)), Attribute("b_\(type)", .scalar(type), isOptional: true)]
                }
            )
        ]
    )

    private func objects(_ schema: Schema, _ profile: SeedProfile, rows: Int = 200) throws -> [[Field: StoredValue]] {
        let plan = try SeedPlan(schema, rows: rows, seed: 3, profile: profile)
        return (plan.rows.objects["A"] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    private func values(_ name: String, _ objects: [[Field: StoredValue]]) -> Set<StoredValue> {
        Set(objects.compactMap { $0[.attribute([name])] })
    }

    @Test("The adversarial profile reaches the edges of each type")
    func extremes() throws {
        let objects: [[Field: StoredValue]] = try objects(Self.everything, .adversarial)
        for name in ["int16", "int32", "int64"] {
            let range: ClosedRange<Int64> = ScalarType(rawValue: name)?.integerRange ?? 0...0
            let found: Set<StoredValue> = values("a_\(name)", objects)
            #expect(found.isSuperset(of: [.integer(range.lowerBound), .integer(range.upperBound), .integer(0)]))
        }
        let doubles: [Double] = [
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0,
        ]
        #expect(values("a_double", objects).isSuperset(of: doubles.map { .real($0) }))
        let bits: Set<UInt64> = Set(
            objects.compactMap {
                if case .real(let number)? = $0[.attribute(["a_double"])] { number.bitPattern } else { nil }
            }
        )
        #expect(bits.contains((-0.0 as Double).bitPattern))
        let decimals: Set<StoredValue> = values("a_decimal", objects)
        #expect(decimals.contains(.text(String(repeating: "9", count: 38))))
        let texts: [String] = objects.compactMap {
            if case .text(let text)? = $0[.attribute(["a_string"])] { text } else { nil }
        }
        #expect(texts.contains(""))
        #expect(texts.contains { $0.count == 10_000 })
        #expect(texts.contains { $0.utf8.contains(0) })
        for plane: UInt32 in [0, 1, 2, 3, 14, 15, 16] {
            #expect(texts.contains { $0.unicodeScalars.contains { $0.value >> 16 == plane } }, "plane \(plane)")
        }
        let sizes: [Int] = objects.compactMap {
            if case .blob(let data)? = $0[.attribute(["a_data"])] { data.count } else { nil }
        }
        #expect(sizes.contains(1_048_576) && sizes.contains(0))
        let dates: Set<StoredValue> = values("a_date", objects)
        #expect(dates.isSuperset(of: [.real(-63_114_076_800), .real(64_092_211_200)]))
        // Every optional one is null in one object.
        let isEmpty = objects.contains { object in
            ScalarType.allCases.allSatisfy { object[.attribute(["b_\($0)"])] == .null }
        }
        #expect(isEmpty)
    }

    @Test("The typical profile has some nulls and some values everywhere")
    func nulls() throws {
        let objects: [[Field: StoredValue]] = try objects(Self.everything, .typical)
        for type in ScalarType.allCases {
            let nulls: Int = objects.count { $0[.attribute(["b_\(type)"])] == .null }
            #expect((10...90).contains(nulls), "\(type): \(nulls)")
        }
    }

    @Test("The tiny profile is short")
    func tiny() throws {
        let objects: [[Field: StoredValue]] = try objects(Self.everything, .tiny)
        #expect(!objects.isEmpty)
        for object in objects {
            for value in object.values {
                switch value {
                case .text(let text): #expect(text.count < 60)
                case .blob(let data): #expect(data.count <= 16)
                case .integer(let number): #expect((0...200).contains(number))
                case .real, .null: break
                }
            }
        }
    }

    @Test("An end is not before its start, a change not before the creation")
    func dates() throws {
        let names: [String] = ["endDate", "startDate", "updatedAt", "createdAt"]
        let schema = Schema(
            model: "M",
            entities: [Entity("A", attributes: names.map { Attribute($0, .date) })]
        )
        for profile in [SeedProfile.tiny, .typical] {
            for object in try objects(schema, profile) {
                let dates: [Double] = names.compactMap {
                    if case .real(let date)? = object[.attribute([$0])] { date } else { nil }
                }
                #expect(dates.count == 4 && dates[1] <= dates[0] && dates[3] <= dates[2], "\(profile)")
            }
        }
    }

    @Test("A value follows from its names, its row and the seed alone")
    func independence() throws {
        var larger: Schema = Self.everything
        larger.entities.append(Entity("B", attributes: [Attribute("other", .string)]))
        larger.entities[0].attributes.insert(Attribute("new", .string), at: 0)
        for profile in SeedProfile.allCases {
            let small: [[Field: StoredValue]] = try objects(Self.everything, profile, rows: 20)
            let large: [[Field: StoredValue]] = try objects(larger, profile, rows: 200)
            for (one, other) in zip(small, large) {
                for (field, value) in one { #expect(other[field] == value, "\(profile), \(field)") }
            }
            let again: [[Field: StoredValue]] = try objects(Self.everything, profile, rows: 20)
            #expect(again == small)
        }
    }

    @Test("Parents are fewer than children, and a few have many")
    func fanOut() throws {
        let schema = Schema(
            model: "M",
            entities: [
                Entity("Parent", relationships: [.toMany("children", "Child", inverse: "parent")]),
                Entity("Child", relationships: [.toOne("parent", "Parent", inverse: "children")]),
            ]
        )
        let plan = try SeedPlan(schema, rows: 1000, seed: 1, profile: .typical)
        let counts: [Int] = plan.objects.map(\.identities.count)
        #expect(counts[0] * 3 < counts[1] && counts.reduce(0, +) == 1000)
        var children: [StoredValue: Int] = [:]
        for child in (plan.rows.objects["Child"] ?? [:]).values {
            children[child[.key("parent")] ?? .null, default: 0] += 1
        }
        #expect((children.values.max() ?? 0) > 4 * counts[1] / counts[0])
    }

    @Test(
        "What cannot be is said, with the property's name",
        arguments: [
            (Attribute("x", .bool), "'A.x' is unique and has 2 values"),
            (
                Attribute("x", .int16).with { ($0.minimum, $0.maximum) = (.int(3), .int(7)) },
                "'A.x' is unique and has 5 values"
            ),
        ]
    )
    func insufficientSpace(_ attribute: Attribute, _ message: String) throws {
        var unique: Attribute = attribute
        unique.isUnique = true
        let schema = Schema(model: "M", entities: [Entity("A", attributes: [unique])])
        let problem: SeedProblem? = #expect(throws: SeedProblem.self) {
            try SeedPlan(schema, rows: 50, seed: 1, profile: .typical)
        }
        #expect(problem?.message.contains(message) == true, "\(problem?.message ?? "")")
    }

    @Test("A pattern that no text is found for is named")
    func noText() throws {
        let attribute = Attribute("code", .string).with {
            $0.pattern = "[A-Z]{5}"
            $0.length = Length(maximum: 3)
        }
        let schema = Schema(model: "M", entities: [Entity("A", attributes: [attribute])])
        let problem: SeedProblem? = #expect(throws: SeedProblem.self) {
            try SeedPlan(schema, rows: 50, seed: 1, profile: .typical)
        }
        #expect(problem?.message.contains("'[A-Z]{5}' of 'A.code'") == true)
    }

    @Test(
        "Texts are made from patterns as people write them",
        arguments: [
            "[A-Z]{2}[0-9]+", #"^\d{5}(-\d{4})?$"#, #"[\w.+-]+@[\w-]+\.[\w.]{2,}"#, #"(?i)#[0-9a-f]{6}"#,
            #"\+?[0-9 ()-]{6,20}"#, #"(foo|bar|ba[zr]{2,3})\1?"#, #"\p{Lu}\p{Ll}*( \p{Lu}\p{Ll}*)*"#, "[^,;]*",
            #"(?=.*[0-9])(?=.*[a-z])[a-z0-9]{8,}"#, #"[[:alpha:]]+"#, "東京|[ぁ-ん]+", #"\Q[x]\E?"#, #"a\.b\/c"#,
            #"(?<year>20\d\d)-(0[1-9]|1[0-2])-[0-3]\d"#, ".*",
        ]
    )
    func patterns(_ pattern: String) throws {
        let attribute = Attribute("code", .string).with { $0.pattern = pattern }
        let schema = Schema(model: "M", entities: [Entity("A", attributes: [attribute])])
        for profile in SeedProfile.allCases {
            let plan = try SeedPlan(schema, rows: 30, seed: 1, profile: profile)
            #expect(RowCheck.breaches(of: schema, plan.rows) == [])
        }
    }
}

extension Attribute {
    /// The attribute, changed.
    fileprivate func with(_ change: (inout Attribute) -> Void) -> Attribute {
        var copy: Attribute = self
        change(&copy)
        return copy
    }
}
