import ApusMigration
import ApusSchema
import ApusTestSupport

/// Random stages that compute parts of composites, settled until the naive interpreter takes most of them.
enum RandomParts {
    static func stage(_ random: inout SplitMix64) -> StageExample {
        let before = older(&random)
        let after = newer(before, &random)
        var stage = StageExample(before, after)
        var texts = [
            "$source.n", "$source.t", "$source.u", "ifNull($source.t, $source.n)", "'k'", "uppercase:($source.t)",
        ]
        let leaves = stage.older.leaves(of: "P").filter { $0.path[0] == "home" }.map { $0.path.joined(separator: ".") }
        texts += leaves.flatMap {
            ["$source.\($0)", "$source.\($0)", "uppercase:($source.\($0))", "ifNull($source.\($0), 'd')"]
        }
        var values: [String: String] = [:]
        for leaf in stage.newer.leaves(of: "P") where leaf.path[0] == "home" && random.chance(45) {
            let name = leaf.path.joined(separator: ".")
            values[name] =
                leaves.contains(name) && random.chance(40) ? "uppercase:($source.\(name))" : random.pick(texts)
        }
        let lines = values.sorted { $0.key < $1.key }
        if random.chance(30), !values.isEmpty {
            let condition = random.chance(30) ? "$source.t != nil" : nil
            stage = stage.making("P", Mapping.Origin(["P"], where: condition, values: values))
            if condition != nil { stage = stage.accepting("P") }
        } else {
            for (name, text) in lines { stage = stage.computing("P.\(name)", text) }
        }
        return settled(stage, &random)
    }

    private static func text(_ name: String, _ random: inout SplitMix64, hasDefault: Bool = false) -> Attribute {
        let value: Value? = hasDefault && random.chance(25) ? .string("default") : nil
        return Attribute(name, .string, isOptional: random.chance(50), default: value)
    }

    private static func older(_ random: inout SplitMix64) -> Schema {
        let attributes = [
            Attribute("t", .string, isOptional: true), Attribute("u", .string, isOptional: true),
            Attribute("n", .string),
        ]
        switch random.below(5) {
        case 0: return PartAgreementTests.schema(attributes)
        case 1: return PartAgreementTests.schema(attributes + [text("home", &random)])
        default: return composed(attributes, &random, hasDefault: false)
        }
    }

    private static func newer(_ older: Schema, _ random: inout SplitMix64) -> Schema {
        let attributes = older.entities[0].attributes.filter { $0.name != "home" }
        return composed(attributes, &random, hasDefault: true)
    }

    private static func composed(_ attributes: [Attribute], _ random: inout SplitMix64, hasDefault: Bool) -> Schema {
        var parts = [text("city", &random, hasDefault: hasDefault), text("street", &random, hasDefault: hasDefault)]
        if random.chance(40) { parts.append(text(random.pick(["zip", "fax"]), &random, hasDefault: hasDefault)) }
        var geo = Composite("Geo", attributes: [text("lat", &random, hasDefault: hasDefault)])
        if random.chance(50) { geo.attributes.append(text("lon", &random, hasDefault: hasDefault)) }
        let isNested = random.chance(50)
        if isNested { parts.append(Attribute("geo", .named("Geo"), isOptional: random.chance(60))) }
        let home = Attribute("home", .named("Address"), isOptional: random.chance(60))
        let address = Composite("Address", attributes: parts)
        return isNested
            ? PartAgreementTests.schema(attributes + [home], address, geo)
            : PartAgreementTests.schema(attributes + [home], address)
    }

    /// Takes settlements of refusals until there are none, or for a while.
    private static func settled(_ stage: StageExample, _ random: inout SplitMix64) -> StageExample {
        var stage = stage
        for _ in 0..<12 {
            guard let reason = stage.reasons.first, let settlement = random.pickAny(reason.settlements) else { break }
            switch settlement {
            case .accept(let path): stage = stage.accepting(path.description)
            case .fill(let path): stage = stage.filling(path.description, .literal("fill"))
            case .require(let path): stage = stage.requiring(path.description)
            default: return stage
            }
        }
        return stage
    }

    /// Rows with all kinds of nulls.
    static func world(of stage: StageExample, _ random: inout SplitMix64) -> World {
        var world = stage.world()
        for identity in 1...12 {
            var values: [String: StoredValue] = [:]
            // The optional composites that the row does not have.
            var absent: Set<[String]> = []
            for leaf in stage.older.leaves(of: "P") {
                let composites = (1..<max(leaf.path.count, 2)).map { Array(leaf.path.prefix($0)) }
                for path in composites where random.chance(20) && isOptional(path, in: stage.older) {
                    absent.insert(path)
                }
            }
            for leaf in stage.older.leaves(of: "P") {
                let isAbsent = absent.contains { leaf.path.count > $0.count && leaf.path.starts(with: $0) }
                let isNull = isAbsent || leaf.part.isOptional && random.chance(45)
                values[leaf.path.joined(separator: ".")] =
                    isNull ? .null : .text(random.pick(["a", "", "é", "x\u{0}y", "'", "👍", "default"]))
            }
            world.objects["P"]?.merge(stage.world(("P", Int64(identity), values, [:])).objects["P"] ?? [:]) { $1 }
        }
        return world
    }

    private static func isOptional(_ path: [String], in reading: Reading) -> Bool {
        var attribute = reading.property(path[0], of: "P")?.attribute
        for name in path.dropFirst() {
            attribute = attribute.flatMap(reading.schema.composite)?.attributes.first { $0.name == name }
        }
        return attribute?.isOptional == true && attribute.flatMap(reading.schema.composite) != nil
    }
}
