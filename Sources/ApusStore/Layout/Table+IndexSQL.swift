import ApusSchema

extension Table {
    /// The statement that makes one of the table's indexes.
    func createStatement(of index: Index, named name: String) -> SQLStatement {
        SQLStatement(
            "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLText.name(name)) "
                + "ON \(SQLText.name(self.name)) (\(SQLText.names(index.columns)))"
        )
    }

    /// The name that an index of the table is given when it is made, unless that is taken.
    func indexName(_ index: Index) -> String {
        (["apus_index", name] + index.columns).joined(separator: "_")
    }
}
