import ApusMigration
import ApusSchema
import ApusTestSupport

/// Where one value of a kind's objects comes from.
struct LeafRule: Sendable {
    /// What is done to the older value.
    enum Step: Sendable {
        /// Nothing.
        case keep
        /// It becomes one of another type.
        case convert(Conversion)
        /// It is one of those, and becomes what stands behind it; anything else stops the migration.
        case recode([(old: StoredValue, new: StoredValue)])
        /// The same, but anything else becomes null.
        case recodeOrNull([(old: StoredValue, new: StoredValue)])
    }

    /// What the older value is.
    enum Source: Sendable {
        /// There is none.
        case nothing
        /// A value of the older object.
        case old([String], Step)
        /// What an expression gives.
        case computed(String)
        /// What the store computed.
        case derived(Attribute, Step)
    }

    /// What stands where there is no value.
    enum Gap: Sendable {
        /// Null.
        case stay
        /// What the line with that number says.
        case fill(Int)
        /// A default.
        case value(StoredValue)
        /// Nothing: the mapping requires that it does not happen.
        case stop
    }

    /// Where the value stands in the newer object.
    let leaf: WorldLeaf
    /// The entity that declares the attribute.
    let owner: String
    var source: Source
    var gap: Gap
    /// Groups of older values, of each of which one must be there: the optional composites around the value. Where one
    /// is absent, it stays so.
    var guards: [[[String]]]
    /// Values of the newer object that show as well that the composite around the value is there, as the mapping computes
    /// them: one of them, or of the guards, is enough.
    var signs: [LeafRule] = []
}

extension LeafRule.Step {
    func callAsFunction(_ value: StoredValue) throws -> StoredValue {
        guard value != .null else { return .null }
        switch self {
        case .keep: return value
        case .convert(let conversion):
            do {
                return try conversion(value)
            } catch {
                throw MigrationStopped(reason: "\(conversion.name) of \(value.spelled(against: nil)): \(error)")
            }
        case .recode(let cases):
            guard let found = cases.first(where: { $0.old == value }) else {
                throw MigrationStopped(reason: "\(value.spelled(against: nil)) is no case")
            }
            return found.new
        case .recodeOrNull(let cases):
            return cases.first { $0.old == value }?.new ?? .null
        }
    }
}
