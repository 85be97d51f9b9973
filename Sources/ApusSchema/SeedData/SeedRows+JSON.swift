import Foundation

// The form that generated code and stores hold: canonical JSON, a row per line. All values are texts, because JSON's
// numbers would lose digits; the schema says what they are.

extension SeedRows {
    /// Why a text is not the canonical form of seed data.
    package enum JSONError: Error, Hashable {
        /// A row of an entity that the schema does not have.
        case unknownEntity(String)
        /// A value that is not one of its property.
        case unreadableValue(entity: String, key: String, property: String)
    }

    /// The canonical JSON: a list with a row per line.
    package var json: String {
        rows.isEmpty ? "[]" : "[\n" + rows.map(\.json).joined(separator: ",\n") + "\n]"
    }

    /// The digest of canonical JSON.
    package static func digest(of json: String) -> String {
        SHA256.hash(Array(json.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Reads canonical JSON.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - schema: The schema of the rows.
    /// - Throws: `DecodingError`, ``JSONError``.
    package init(json: String, of schema: Schema) throws {
        let coded = try JSONDecoder().decode([CodedRow].self, from: Data(json.utf8))
        var types: [String: [String: ScalarType]] = [:]
        self.init(
            try coded.map { row in
                let known = try types[row.entity] ?? Self.types(of: row.entity, schema)
                types[row.entity] = known
                return try Row(row, known)
            }
        )
    }

    private static func types(of name: String, _ schema: Schema) throws -> [String: ScalarType] {
        guard let entity = schema.entity(name) else { throw JSONError.unknownEntity(name) }
        let leaves = ([entity] + schema.ancestors(of: entity)).flatMap(\.attributes).flatMap { schema.leaves(of: $0) }
        return Dictionary(leaves.map { ($0.name, $0.type) }) { first, _ in first }
    }

    /// A row's values as the texts of canonical JSON, which can be read whatever the schema is now.
    package struct Texts: Hashable, Sendable {
        /// The texts of values by the names of their attributes; `nil` for null.
        package var values: [String: String?]
        /// The keys of the rows to which relationships refer.
        package var references: [String: [String]]

        /// Creates texts.
        init(values: [String: String?], references: [String: [String]]) {
            (self.values, self.references) = (values, references)
        }

        /// The path of the value with a name.
        package static func path(_ name: String) -> [String] { name.split(separator: ".").map(String.init) }

        /// The canonical JSON of a row with these values.
        package func json(entity: String, key: String) -> String {
            String(decoding: JSONValue.object(form(entity: entity, key: key)).data, as: UTF8.self)
        }

        fileprivate func form(entity: String, key: String) -> [String: JSONValue] {
            var object: [String: JSONValue] = ["entity": .text(entity), "key": .text(key)]
            let texts = values.compactMapValues { $0.map { JSONValue.text($0) } }
            let nulls = values.filter { $0.value == nil }.keys.sorted()
            if !texts.isEmpty { object["values"] = .object(texts) }
            if !nulls.isEmpty { object["nulls"] = .list(nulls.map { .text($0) }) }
            if !references.isEmpty {
                object["references"] = .object(references.mapValues { .list($0.map { .text($0) }) })
            }
            return object
        }

        /// Reads the canonical JSON of a row.
        package init(json: String) throws {
            let row = try JSONDecoder().decode(CodedRow.self, from: Data(json.utf8))
            values = (row.values ?? [:]).mapValues { $0 }
            for name in row.nulls ?? [] { values[name] = .some(nil) }
            references = row.references ?? [:]
        }
    }

    fileprivate struct CodedRow: Decodable {
        var edited: String?
        let entity: String
        let key: String
        var nulls: [String]?
        var references: [String: [String]]?
        var removed: String?
        var values: [String: String]?
    }
}

extension SeedRows.Row {
    /// The row as one line of canonical JSON, with its rules.
    package var json: String {
        var object = texts.form(entity: entity, key: key)
        if edited != .keep { object["edited"] = .text(edited.rawValue) }
        if removed != .keep { object["removed"] = .text(removed.rawValue) }
        return String(decoding: JSONValue.object(object).data, as: UTF8.self)
    }

    /// The values and references as texts.
    package var texts: SeedRows.Texts {
        SeedRows.Texts(
            values: Dictionary(
                values.map { ($0.key.joined(separator: "."), $0.value.canonicalText) }
            ) { first, _ in first },
            references: references
        )
    }

    fileprivate init(_ row: SeedRows.CodedRow, _ types: [String: ScalarType]) throws {
        var values: [[String]: StoredValue] = [:]
        func path(_ name: String) -> [String] { name.split(separator: ".").map(String.init) }
        for (name, text) in row.values ?? [:] {
            guard let type = types[name], let value = StoredValue(canonicalText: text, type.storage) else {
                throw SeedRows.JSONError.unreadableValue(entity: row.entity, key: row.key, property: name)
            }
            values[path(name)] = value
        }
        for name in row.nulls ?? [] { values[path(name)] = .null }
        self.init(
            entity: row.entity,
            key: row.key,
            values: values,
            references: row.references ?? [:],
            edited: row.edited.flatMap(SeedRows.EditRule.init) ?? .keep,
            removed: row.removed.flatMap(SeedRows.RemovalRule.init) ?? .keep
        )
    }
}

extension StoredValue {
    /// The value as text; `nil` for null. Reading it with the column's storage type gives the same value, to the bit.
    fileprivate var canonicalText: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): number.description
        case .text(let text): text
        case .blob(let data): data.base64EncodedString()
        }
    }

    /// Reads the text of a value in canonical JSON; `nil` if it is not one of the type.
    package init?(canonicalText canonical: String, _ storage: StorageType) {
        switch storage {
        case .integer:
            // A value of an attribute, with which nothing is computed.
            guard let number = Int64(canonical) else { return nil }
            self = .integer(number)
        case .real:
            guard let number = Double(canonical) else { return nil }
            self = .real(number)
        case .blob:
            guard let data = Data(base64Encoded: canonical) else { return nil }
            self = .blob(data)
        case .text, .any: self = .text(canonical)
        }
    }
}
