/// Some of a history's frozen versions.
package enum VersionSelection: Hashable, Sendable {
    /// All of them.
    case all
    /// Those, in that order.
    case some([Schema.Version])

    /// Reads `all`, or versions with commas between them (`1,1.2`); `nil` for anything else.
    package init?(_ text: String) {
        if text == "all" {
            self = .all
            return
        }
        let parts: [Substring] = text.split(separator: ",", omittingEmptySubsequences: false)
        let versions: [Schema.Version] = parts.compactMap {
            Schema.Version(String($0.drop(while: { $0 == " " })))
        }
        guard versions.count == parts.count else { return nil }
        self = .some(versions)
    }
}
