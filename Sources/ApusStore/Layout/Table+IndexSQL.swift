import ApusSchema

extension Table {
    /// The statement that creates an index of the table.
    func createStatement(of index: Index, named name: String) -> SQLStatement {
        SQLStatement(
            "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLText.name(name)) "
                + "ON \(SQLText.name(self.name)) \(definition(of: index))"
        )
    }

    /// The part of an index's statement after the table's name. Two indexes of a table are the same if they have the
    /// same definition and are both unique, or both not.
    func definition(of index: Index) -> String {
        let elements: [String] = index.elements.map { element in
            let term: String =
                switch element.term {
                case .column(let name): SQLText.name(name)
                case .expression(let expression): "(\(expression.sql()))"
                }
            return element.isDescending ? term + " DESC" : term
        }
        let condition: String = self.condition(index.entities, index.predicate).map { " WHERE \($0)" } ?? ""
        return "(\(elements.joined(separator: ", ")))\(condition)"
    }

    /// The name of a new index of the table, unless it is taken.
    func indexName(_ index: Index) -> String {
        let plain = (["apus_index", name] + index.columns).joined(separator: "_")
        // The hash distinguishes indexes over the same columns.
        return index.isPlain ? plain : "\(plain)_\(String(definition(of: index).stableHash, radix: 16))"
    }
}

extension String {
    /// A hash of the text's bytes that is the same on every machine (FNV-1a).
    fileprivate var stableHash: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
