import ApusStore

/// Objects that migrations removed and set aside, as they are printed.
struct SetAsideRecord: Encodable {
    @OrNull var from: String?
    @OrNull var to: String?
    let entity: String
    @OrNull var property: String?
    /// `duplicate email`.
    let reason: String
    let count: Int

    init(_ setAside: SetAside) {
        (entity, reason, count) = (setAside.entity, setAside.reason, setAside.count)
        (from, to, property) = (setAside.from, setAside.to, setAside.property)
    }

    /// How many objects there are, and where: `from 2 to 3, 4 objects of 'Client' were set aside (duplicate email)`.
    var text: String { text(count == 1 ? "was" : "were") }

    /// The same, before it happens.
    var announcement: String { text(count == 1 ? "is" : "are") }

    private func text(_ verb: String) -> String {
        let noun = property == nil ? "object" : "value"
        let path = "'\(property.map { "\(entity).\($0)" } ?? entity)'"
        let what = "\(count) \(noun)\(count == 1 ? "" : "s") of \(path) \(verb)"
        return "\(what) set aside from \(from ?? "head") to \(to ?? "head") (\(reason)): see the table 'apus_set_aside'"
    }
}
