import ApusSchema

/// Whether the values that several origins give an attribute can be values of one.
struct OriginTypes {
    private let older: Reading
    private let newer: Reading
    private let match: StageMatch
    private let survivors: Survivors

    init(_ older: Reading, _ newer: Reading, _ match: StageMatch, _ survivors: Survivors) {
        (self.older, self.newer, self.match, self.survivors) = (older, newer, match, survivors)
    }

    /// The attributes whose origins do not fit each other.
    func reasons(_ values: [ValueRules]) -> [Reason] {
        Set(values.filter { !$0.making.stays }.map(\.kind)).sorted().flatMap { kind in
            let all: [ValueRules] = values.filter { $0.kind == kind }
            return newer.properties(of: kind).compactMap { owned -> Reason? in
                guard let attribute = owned.storedAttribute else { return nil }
                let befores: [Attribute] = all.compactMap { $0.continued[owned.name] }
                guard let first = befores.first else { return nil }
                let isOne = befores.allSatisfy { $0.type == first.type }
                // A default is one of the newer type, and the others' values are of the older one.
                let hasDefault = attribute.isOptional && attribute.defaultValue != nil
                let isLacking = all.contains { $0.continued[owned.name] == nil }
                if isOne, !hasDefault || !isLacking || isSame(first.type, attribute.type) { return nil }
                return Reason(code: "AP415", path: ElementPath(kind), settlements: [])
            }
        }
    }

    /// Whether an older type is the newer one.
    private func isSame(_ old: AttributeType, _ new: AttributeType) -> Bool {
        guard case .named(let oldName) = old, case .named(let newName) = new else { return old == new }
        return match.enumerations[newName] == oldName || match.composites[newName] == oldName
    }
}
