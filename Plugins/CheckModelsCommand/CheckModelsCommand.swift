import PackagePlugin

/// `swift package check-models`: checks whether the committed classes of a package's models are up to date. If not, it
/// shows the difference and exits with 1. It writes nothing, so it needs no permission.
@main
struct CheckModelsCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try CommittedModels.run(context, arguments, adding: ["--check"])
    }
}
