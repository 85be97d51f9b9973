import ApusSchema
import GRDB

extension SeedLoading {
    /// Remembers what the store has now.
    func record() throws {
        let insert = try db.makeStatement(
            sql: "INSERT INTO apus_seed_row (model, entity, key, object, content, removed) VALUES (?, ?, ?, ?, ?, ?)"
        )
        let update = try db.makeStatement(sql: "UPDATE apus_seed_row SET content = ?, removed = ? WHERE id = ?")
        let added = addedReferences()
        for (index, row) in canonical.enumerated() {
            if statuses[index] == .waiting { continue }
            let content = content(of: index, added[index] ?? [:])
            guard let record = records[index] else {
                let id = statuses[index].identity
                try insert.execute(arguments: [schema.model, row.entity, row.key, id, content, row.removed.rawValue])
                continue
            }
            if content == record.content, row.removed == record.removed { continue }
            try update.execute(arguments: [content, row.removed.rawValue, record.id])
        }
    }

    /// What the record of a row says was loaded.
    private func content(of index: Int, _ added: [String: [String]]) -> String {
        let row = canonical[index]
        guard let record = records[index] else { return loadedTexts(of: index).json(entity: row.entity, key: row.key) }
        guard var older = try? SeedRows.Texts(json: record.content) else { return record.content }
        guard row.edited == .keep || unedited.contains(index) else {
            return texts(of: index, over: record).json(entity: row.entity, key: row.key)
        }
        // A row that edits do not reach keeps the values that it was loaded with, so that another rule can compare. Only its
        // references to new rows were inserted.
        if added.isEmpty { return record.content }
        for (name, keys) in added {
            let known = Set(older.references[name] ?? [])
            older.references[name, default: []] += keys.filter { !known.contains($0) }
        }
        return older.json(entity: row.entity, key: row.key)
    }

    /// The references of rows that the store had to new rows, in join tables.
    private func addedReferences() -> [Int: [String: [String]]] {
        var added: [Int: [String: [String]]] = [:]
        for (path, pairs) in references.pairs {
            guard let name = path.property else { continue }
            for pair in pairs {
                guard case (.present, .new) = (statuses[pair.source], statuses[pair.target]) else { continue }
                added[pair.source, default: [:]][name, default: []].append(rows[pair.target].key)
            }
        }
        return added
    }

    /// What was loaded of a row when it is edited: what the data gives, and what earlier data gave of the rest.
    func texts(of index: Int, over record: SeedLoadRecord) -> SeedRows.Texts {
        let row = canonical[index]
        // What cannot be read says nothing.
        guard let older = try? SeedRows.Texts(json: record.content) else { return loadedTexts(of: index) }
        return Self.merged(loadedTexts(of: index, over: older), of: row, over: older, in: layout)
    }

    /// What the data gives a row, and what earlier data gave of the rest. If that is what was loaded, nothing is edited.
    static func merged(
        _ texts: SeedRows.Texts,
        of row: SeedRows.Row,
        over older: SeedRows.Texts,
        in layout: Layout
    ) -> SeedRows.Texts {
        var texts = texts
        let given = Set(row.values.keys.map { $0[0] })
        for (name, text) in older.values where !given.contains(SeedRows.Texts.path(name)[0]) {
            texts.values.updateValue(text, forKey: name)
        }
        guard let table = layout.table(ofEntity: row.entity) else { return texts }
        for (name, keys) in older.references where texts.references[name] == nil {
            if table.column(of: .key(name), in: row.entity) != nil { texts.references[name] = keys }
        }
        return texts
    }

    /// The values of a row, and those of its references that are in the store, or were.
    func loadedTexts(of index: Int, over older: SeedRows.Texts? = nil) -> SeedRows.Texts {
        var texts = canonical[index].texts
        for (name, key) in references.keys[index]
        where statuses[key.target].identity == nil || unreferred[index]?.contains(name) == true {
            texts.references[name] = older?.references[name]
        }
        return texts
    }
}
