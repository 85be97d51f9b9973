/// A selection of a history's frozen versions.
package enum VersionSelection: Hashable, Sendable {
    /// All versions.
    case all
    /// The listed versions, in that order.
    case some([Schema.Version])

    /// Parses `all` or versions separated by commas (`1,1.2`); `nil` for anything else.
    package init?(_ text: String) {
        if text == "all" {
            self = .all
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let versions: [Schema.Version] = parts.compactMap {
            Schema.Version(String($0.drop(while: { $0 == " " })))
        }
        guard versions.count == parts.count else { return nil }
        self = .some(versions)
    }
}
