import ApusMigration
import ApusSchema

/// A history in which every version renames, adds and widens something.
enum LongHistory {
    static func planner(versions: Int, entities: Int) -> Planner {
        let schemas: [Schema] = (1...versions).map { version in
            Schema(model: "Long", entities: (0..<entities).map { entity($0, version) })
        }
        let entries: [History.Entry] = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        return Planner(history: History(model: "Long", entries: entries), mappings: [])
    }

    private static func entity(_ number: Int, _ version: Int) -> Entity {
        let previous: String? = version == 1 ? nil : "name\(version - 1)"
        let added: [Attribute] = (0..<min(version, 20)).map { Attribute("note\($0)", .string, isOptional: true) }
        return Entity(
            "Entity\(number)",
            attributes: [
                Attribute("name\(version)", .string, originalName: previous),
                Attribute("count", version < 50 ? .int16 : .int64, default: .int(Int64(version))),
            ] + added
        )
    }
}

/// One change of one table.
enum SingleChange: String, CaseIterable {
    case rename, add, drop, widen, all

    var older: Schema { schema(isNewer: false) }

    var planner: Planner {
        let history = History(
            model: "One",
            entries: [
                History.Entry(Schema.Version(1), older), History.Entry(Schema.Version(2), schema(isNewer: true)),
            ]
        )
        let drops: Bool = self == .drop || self == .all
        let accept: [Mapping.Acceptance] = drops ? [Mapping.Acceptance(ElementPath("Item", "weight"))] : []
        return Planner(
            history: history,
            mappings: [Mapping(from: Schema.Version(1), to: Schema.Version(2), accept: accept)]
        )
    }

    private func schema(isNewer: Bool) -> Schema {
        func applies(_ change: SingleChange) -> Bool { isNewer && (self == change || self == .all) }
        var attributes: [Attribute] = [
            Attribute("name", .string), Attribute("sku", .string), Attribute("quantity", .int32),
            Attribute("price", applies(.widen) ? .double : .int32),
            applies(.rename)
                ? Attribute("remark", .string, isOptional: true, originalName: "note")
                : Attribute("note", .string, isOptional: true),
        ]
        if !applies(.drop) { attributes.append(Attribute("weight", .double, isOptional: true)) }
        if applies(.add) { attributes.append(Attribute("status", .int32, default: .int(0))) }
        return Schema(model: "One", entities: [Entity("Item", attributes: attributes)])
    }
}
