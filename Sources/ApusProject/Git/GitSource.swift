/// Where in a repository git is asked for files.
package enum GitSource: Hashable, Sendable {
    /// A commit, by any name that git knows it by: `main`, `HEAD~2`, `v1.0`, `main@{yesterday}`.
    case revision(String)
    /// What is staged; stage 1, 2 and 3 are the sides of a merge conflict.
    case index(stage: Int)
}

extension GitSource: CustomStringConvertible {
    /// What stands before a path: `main:`, `:`, `:2:`.
    package var description: String {
        switch self {
        case .revision(let name): "\(name):"
        case .index(stage: 0): ":"
        case .index(let stage): ":\(stage):"
        }
    }
}
