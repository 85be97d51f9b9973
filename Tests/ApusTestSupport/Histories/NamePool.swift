/// Names that a model may use, plain ones and those that quoting, case and Unicode go wrong with.
enum NamePool {
    static let entities: [String] = [
        "Trip", "Person", "Address", "Item", "Note", "order", "group", "select", "table", "Type", "Protocol", "Größe",
        "日程", "Cafe\u{301}", "main", "temp", "Trip_tags", "old", "new", "Values", "index", "Δ",
    ]

    static let properties: [String] = [
        "name", "title", "code", "note", "amount", "order", "group", "select", "values", "from", "where", "default",
        "class", "rowid", "oid", "id", "source", "target", "tags", "größe", "名前", "e\u{301}te\u{301}", "naïve", "_x",
        "null", "true", "current_date", "trip", "Person", "in", "generated", "strict", "x", "y", "z",
    ]
}
