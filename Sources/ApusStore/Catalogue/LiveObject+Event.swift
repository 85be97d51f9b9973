extension LiveObject {
    /// The event that fires a trigger.
    struct Event {
        /// `INSERT`, `UPDATE` or `DELETE`; `nil` for a view.
        let kind: String?
        /// The columns of `UPDATE OF`; empty if any update fires the trigger.
        let columns: [SQLTokens.Token]
    }

    /// The trigger's event, read from its text.
    var event: Event {
        let tokens = SQLTokens.tokens(of: sql)
        let events: [SQLTokens.Token] = ["INSERT", "UPDATE", "DELETE"].map { .word($0) }
        guard type == "trigger", let index = tokens.firstIndex(where: events.contains) else {
            return Event(kind: nil, columns: [])
        }
        let rest = tokens[(index + 1)...]
        let columns = rest.first == .word("OF") ? rest.dropFirst().prefix { $0 != .word("ON") } : []
        return Event(kind: tokens[index].text, columns: columns.filter { $0 != .mark(",") })
    }
}
