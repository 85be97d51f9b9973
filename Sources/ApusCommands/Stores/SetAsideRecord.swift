import ApusStore

/// Objects that migrations removed and set aside, as they are printed.
struct SetAsideRecord: Encodable {
    @OrNull var from: String?
    @OrNull var to: String?
    let entity: String
    /// `duplicate email`.
    let reason: String
    let count: Int

    init(_ setAside: SetAside) {
        (entity, reason, count) = (setAside.entity, setAside.reason, setAside.count)
        (from, to) = (setAside.from, setAside.to)
    }

    /// How many objects there are, and where: `from 2 to 3, 4 objects of 'Client' were set aside (duplicate email)`.
    var text: String {
        let objects = count == 1 ? "1 object of '\(entity)' was" : "\(count) objects of '\(entity)' were"
        return "\(objects) set aside from \(from ?? "head") to \(to ?? "head") (\(reason)): see the table 'apus_set_aside'"
    }
}
