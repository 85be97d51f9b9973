/// What `apus init` wrote, as JSON.
struct InitRecord: Encodable {
    /// The version of this output format.
    var format = 1
    /// The model that was begun; `null` if the project existed.
    @OrNull var model: String?
    /// The files that were written.
    var files: [String] = []
    /// The lines that an existing .gitignore does not have; `nil` if it has all of them.
    var missingInGitignore: [String]?
    /// What was set up in git, as sentences.
    var git: [String] = []
    /// The target for Package.swift, if an executable was added.
    @OrNull var declaration: String?
}
