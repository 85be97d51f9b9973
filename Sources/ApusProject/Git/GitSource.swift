/// The source of files in a repository.
package enum GitSource: Hashable, Sendable {
    /// A commit, by any name that git accepts: `main`, `HEAD~2`, `v1.0`, `main@{yesterday}`.
    case revision(String)
    /// The index; stages 1, 2 and 3 are the sides of a merge conflict.
    case index(stage: Int)
}

extension GitSource: CustomStringConvertible {
    /// The prefix of a path: `main:`, `:`, `:2:`.
    package var description: String {
        switch self {
        case .revision(let name): "\(name):"
        case .index(stage: 0): ":"
        case .index(let stage): ":\(stage):"
        }
    }
}
