import ApusMigration
import ApusSchema

/// The model that is migrated: items with two indexes, and lines that lead to them.
enum Shop {
    static let base: Schema = schema(applying: [])

    /// The history whose second version has one change, or all of them.
    static func planner(_ change: Change) -> Planner {
        let applied: Set<Change> = change == .all ? [.add, .rename, .drop, .retype] : [change]
        return planner(base, schema(applying: applied)) { version in
            let accept: [Mapping.Line] =
                applied.contains(.drop) ? [Mapping.Line.accept(ElementPath("Item", "weight"))] : []
            let require: [Mapping.Line] =
                applied.contains(.retype) ? [Mapping.Line.require(ElementPath("Item", "price_cents"))] : []
            return Mapping(
                from: Schema.Version(version - 1),
                to: Schema.Version(version),
                accept + require
            )
        }
    }

    /// A history of versions that each rename the note, add a column, and make the price another type.
    static func longPlanner(versions: Int) -> Planner {
        let schemas: [Schema] = (1...versions).map { version in
            schema(applying: []) { attributes in
                attributes[2] = Attribute(
                    version == 1 ? "note" : "note\(version)",
                    .string,
                    isOptional: true,
                    originalName: version == 1 ? nil : version == 2 ? "note" : "note\(version - 1)"
                )
                attributes[4] = Attribute("price_cents", version.isMultiple(of: 2) ? .string : .int32, isOptional: true)
                attributes += (1..<version).map { Attribute("status\($0)", .int32, default: .int(Int64($0))) }
            }
        }
        let entries: [History.Entry] = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let mappings: [Mapping] = (2...versions).map { version in
            Mapping(
                from: Schema.Version(version - 1),
                to: Schema.Version(version),
                (version.isMultiple(of: 2)
                    ? [] : [Mapping.Line.convert(ElementPath("Item", "price_cents"), "parsed")])
            )
        }
        return Planner(history: History(model: "Shop", entries: entries), mappings: mappings)
    }

    private static func planner(_ schemas: Schema..., mapping: (Int) -> Mapping) -> Planner {
        let entries: [History.Entry] = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let mappings: [Mapping] = (2...schemas.count).map(mapping).filter { !$0.isEmpty }
        return Planner(history: History(model: "Shop", entries: entries), mappings: mappings)
    }

    private static func schema(
        applying changes: Set<Change>,
        editing edit: (inout [Attribute]) -> Void = { _ in }
    ) -> Schema {
        var attributes: [Attribute] = [
            Attribute("name", .string), Attribute("sku", .string),
            changes.contains(.rename)
                ? Attribute("remark", .string, isOptional: true, originalName: "note")
                : Attribute("note", .string, isOptional: true),
            Attribute("qty", .int32),
            changes.contains(.retype)
                ? Attribute("price_cents", .double) : Attribute("price_cents", .int32, isOptional: true),
        ]
        if !changes.contains(.drop) { attributes.append(Attribute("weight", .double, isOptional: true)) }
        attributes.append(Attribute("payload", .data, isOptional: true))
        if changes.contains(.add) { attributes.append(Attribute("status", .int32, default: .int(0))) }
        edit(&attributes)
        var lines = Relationship.toMany("lines", "Line", inverse: "item")
        lines.isOptional = true
        lines.deleteRule = .cascade
        var item = Entity("Item", attributes: attributes, relationships: [lines])
        item.table = "item"
        item.primaryKey = "id"
        item.indexes = [
            Entity.Index("sku", [Entity.Index.Element("sku")]),
            Entity.Index("qtyPrice", [Entity.Index.Element("qty"), Entity.Index.Element("price_cents")]),
        ]
        var key = Relationship.toOne("item", "Item", inverse: "lines")
        key.column = "item_id"
        var line = Entity(
            "Line",
            attributes: [Attribute("amount", .int32), Attribute("memo", .string, isOptional: true)],
            relationships: [key]
        )
        line.table = "line"
        line.primaryKey = "id"
        return Schema(model: "Shop", entities: [item, line])
    }
}

/// A change of the big table.
enum Change: String, CaseIterable {
    case add, rename, drop, retype, all

    var title: String {
        switch self {
        case .add: "add a column with a default"
        case .rename: "rename a column"
        case .drop: "drop a column"
        case .retype: "integer? → double, required"
        case .all: "all four"
        }
    }
}
