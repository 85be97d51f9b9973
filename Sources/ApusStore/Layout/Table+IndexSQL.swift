import ApusSchema

extension Table {
    /// The statement that makes one of the table's indexes.
    func createStatement(of index: Index, named name: String) -> SQLStatement {
        SQLStatement(
            "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLText.name(name)) "
                + "ON \(SQLText.name(self.name)) \(definition(of: index))"
        )
    }

    /// What an index is over, as its statement says it behind the table's name: two indexes of a table that say the
    /// same are the same, and both unique or not.
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

    /// The name that an index of the table is given when it is made, unless that is taken.
    func indexName(_ index: Index) -> String {
        let plain: String = (["apus_index", name] + index.columns).joined(separator: "_")
        // Of two over the same columns, each has a name.
        return index.isPlain ? plain : "\(plain)_\(String(definition(of: index).stableHash, radix: 16))"
    }
}

extension String {
    /// A number made of the text's bytes, the same on every machine (FNV-1a).
    fileprivate var stableHash: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
