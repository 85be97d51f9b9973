import ApusDiagnostics
package import ApusSchema
import Foundation
package import GRDB

/// Writes the rows of an entity, and of those below it, in a form that ``RowLoader`` reads.
package struct RowDumper {
    let entity: Entity
    /// Whether the rows of other entities are in the file as well, so that each row gives its entity.
    let isOneOfSeveral: Bool
    let schema: Schema
    let layout: Layout
    let file: RowFile
    let files: ExternalFiles?
    /// The store's path, for errors.
    let path: String

    /// A value that is written.
    private struct Field {
        let name: String
        let leaf: Schema.Leaf?
        /// The index among the columns that are read.
        let column: Int
        let entities: Set<String>
    }

    package init(
        _ entity: Entity,
        _ schema: Schema,
        _ layout: Layout,
        _ file: RowFile,
        files: ExternalFiles?,
        path: String,
        isOneOfSeveral: Bool = false
    ) {
        self.path = path
        self.isOneOfSeveral = isOneOfSeveral
        (self.entity, self.schema, self.layout, self.file, self.files) = (entity, schema, layout, file, files)
    }

    /// Writes all rows.
    ///
    /// - Parameters:
    ///   - db: A connection with the keys of encrypted attributes.
    ///   - isFirst: Whether no row comes before them in the file.
    ///   - write: Receives the text piece by piece.
    ///   - progress: Called after each thousand rows that were read, with the number of those that were written.
    /// - Returns: The number of rows.
    /// - Throws: `DatabaseError`; `StoreError` for a value that the model does not allow; the error of `write` or `progress`.
    package func dump(
        _ db: Database,
        isFirst: Bool,
        _ write: (String) throws -> Void,
        progress: (Int) throws -> Void
    ) throws -> Int {
        guard let table = layout.table(ofEntity: entity.name) else { return 0 }
        let kinds = schema.entities.filter { !$0.isAbstract && schema.isKind($0.name, of: entity.name) }
        // Rows of other entities are not read, and what is in their files neither. Those of unknown ones are, and reported.
        let others = table.concreteEntities.filter { name in !kinds.contains { $0.name == name } }
        let rows = try StoreContent.Rows(
            of: table,
            db,
            files ?? ExternalFiles(folder: URL(fileURLWithPath: "/")),
            leavingOut: others
        )
        let fields = self.fields(of: kinds, table, rows.columns)
        let pairs = self.pairs(of: kinds)
        let hasEntity = isOneOfSeveral || table.entity != nil
        // Entities side by side may have properties with the same name, and the header has each name once.
        var seen: Set<String> = []
        let names =
            ([RowPlan.identity] + (hasEntity ? [RowPlan.entity] : []) + fields.map(\.name) + pairs.map(\.name))
            .filter { seen.insert($0).inserted }
        let separator = String(Unicode.Scalar(file.separatorByte))
        if file.format == .csv { try write(names.map(quoted).joined(separator: separator) + "\r\n") }
        var (count, read) = (0, 0)
        var text = ""
        while true {
            if read > 0, read % 1000 == 0 { try progress(count) }
            guard let row = try rows.next() else { break }
            read += 1
            guard let kind = row.entity, let identity = row.keys.first else { continue }
            guard kinds.contains(where: { $0.name == kind }) else {
                // Only rows of other entities of the model are left out.
                if table.concreteEntities.contains(kind) { continue }
                throw StoreError(path, .unknownEntities(table: table.name, found: [kind]))
            }
            var members: [(name: String, json: String, plain: String?)] = [
                (RowPlan.identity, String(identity), String(identity))
            ]
            if hasEntity { members.append((RowPlan.entity, kind.jsonQuoted, kind)) }
            for field in fields {
                guard field.entities.contains(kind) else { continue }
                let value = row.values[field.column]
                guard let member = self.member(field, value) else {
                    throw StoreError(path, .invalidValues([badValue(field, table, rows.columns, identity)]))
                }
                members.append(member)
            }
            for pair in pairs where pair.entities.contains(kind) {
                let list = try targets(of: identity, pair.table, db)
                let json = "[\(list.joined(separator: ","))]"
                members.append((pair.name, json, list.isEmpty ? nil : json))
            }
            switch file.format {
            case .csv:
                let plain = Dictionary(members.map { ($0.name, $0.plain) }) { first, _ in first }
                text += names.map { (plain[$0] ?? nil).map(quoted) ?? "" }.joined(separator: separator) + "\r\n"
            case .json, .ndjson:
                let object = "{" + members.map { "\($0.name.jsonQuoted):\($0.json)" }.joined(separator: ",") + "}"
                text += file.format == .json ? (isFirst && count == 0 ? "\n" : ",\n") + object : object + "\n"
            }
            count += 1
            if text.utf8.count > 1 << 16 {
                try write(text)
                text = ""
            }
        }
        try write(text)
        return count
    }

    private func fields(of kinds: [Entity], _ table: ApusSchema.Table, _ columns: [ApusSchema.Column]) -> [Field] {
        var fields: [Field] = []
        var seen: Set<String> = []
        let all = kinds.flatMap { kind in
            (([kind] + schema.ancestors(of: kind)).reversed()).map { (kind: kind, owner: $0) }
        }
        func entities(_ owner: Entity) -> Set<String> {
            Set(all.filter { $0.owner.name == owner.name }.map(\.kind.name))
        }
        func add(_ name: String, _ leaf: Schema.Leaf?, _ field: ApusSchema.Field, _ owner: Entity) {
            guard let column = table.column(of: field, in: owner.name), !column.isDerived,
                let index = columns.firstIndex(where: { $0.name == column.name }),
                seen.insert(column.name).inserted
            else { return }
            fields.append(Field(name: name, leaf: leaf, column: index, entities: entities(owner)))
        }
        for (_, owner) in all {
            for attribute in owner.attributes where attribute.isKept && attribute.derivation == nil {
                for leaf in schema.leaves(of: attribute) { add(leaf.name, leaf, .attribute(leaf.path), owner) }
            }
            for relationship in owner.relationships {
                add(relationship.name, nil, .key(relationship.name), owner)
                add(relationship.name + RowPlan.orderSuffix, nil, .orderKey(relationship.name), owner)
            }
        }
        return fields
    }

    private func pairs(
        of kinds: [Entity]
    ) -> [(name: String, table: ApusSchema.Table, entities: Set<String>)] {
        var found: [(name: String, table: ApusSchema.Table, entities: Set<String>)] = []
        for kind in kinds {
            for owner in ([kind] + schema.ancestors(of: kind)).reversed() {
                for relationship in owner.relationships {
                    guard let table = layout.table(of: .joinTable(ElementPath(owner.name, relationship.name))) else {
                        continue
                    }
                    if let index = found.firstIndex(where: { $0.table.name == table.name }) {
                        found[index].entities.insert(kind.name)
                    } else {
                        found.append((relationship.name, table, [kind.name]))
                    }
                }
            }
        }
        return found
    }

    /// The objects of a relationship, with their order keys if there are any.
    private func targets(of identity: Int64, _ table: ApusSchema.Table, _ db: Database) throws -> [String] {
        guard let source = table.column(of: .source), let target = table.column(of: .target) else { return [] }
        let (order, inverse) = (table.column(of: .targetOrderKey), table.column(of: .sourceOrderKey))
        let columns = [target, order, inverse].compactMap { $0?.name }
        let sql = """
            SELECT \(SQLText.names(columns)) FROM \(SQLText.name(table.name)) \
            WHERE \(SQLText.name(source.name)) = ? \
            ORDER BY \(SQLText.names([order?.name, target.name].compactMap { $0 }))
            """
        let names = [order.map { _ in RowPlan.orderSuffix }, inverse.map { _ in RowPlan.inverseOrder }].compactMap {
            $0
        }
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [identity]).map { row in
            let number: Int64 = row[0]
            if names.isEmpty { return String(number) }
            let keys = names.enumerated().map { index, name in "\(name.jsonQuoted):\(row[index + 1] as Int64)" }
            return "{\"\(RowPlan.identity)\":\(number),\(keys.joined(separator: ","))}"
        }
    }

    // MARK: - Values

    /// A value as it is written; `nil` if the model does not allow it.
    private func member(_ field: Field, _ stored: StoredValue) -> (name: String, json: String, plain: String?)? {
        if stored == .null { return (field.name, "null", nil) }
        guard let leaf = field.leaf else {
            if case .integer(let number) = stored { return (field.name, String(number), String(number)) }
            return nil
        }
        if case .named(let name) = leaf.attribute.type, let enumeration = schema.enumeration(name) {
            guard let found = enumeration.cases.first(where: { $0.rawValue.stored == stored }) else { return nil }
            return (field.name, found.name.jsonQuoted, found.name)
        }
        guard let value = Value(stored, of: leaf.type) else { return nil }
        let text = value.text
        switch leaf.type {
        case .int16, .int32, .int64, .bool: return (field.name, text, text)
        case .double, .float:
            if case .double(let number) = value, number.isFinite { return (field.name, text, text) }
            return (field.name, text.jsonQuoted, text)
        case .decimal, .string, .date, .data, .uuid, .url: return (field.name, text.jsonQuoted, text)
        }
    }

    private func badValue(
        _ field: Field,
        _ table: ApusSchema.Table,
        _ columns: [ApusSchema.Column],
        _ identity: Int64
    ) -> Verification.BadValues {
        var type = "a key"
        if let leaf = field.leaf { type = leaf.type.rawValue.withArticle }
        if case .named(let name)? = field.leaf?.attribute.type, schema.enumeration(name) != nil {
            type = "a case of '\(name)'"
        }
        return Verification.BadValues(
            table: table.name,
            column: columns[field.column].name,
            count: 1,
            problem: "not \(type), which 'apus dump' cannot write",
            rows: ["\(identity)"]
        )
    }

    /// A field of CSV. An empty text has quotes, so that it is not null.
    private func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && !text.utf8.contains { byte in
                byte == 0x22 || byte == 0x0A || byte == 0x0D || byte == file.separatorByte
            }
        if isPlain { return text }
        // A quote and a combining scalar behind it are one Character, which is not a quote.
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
