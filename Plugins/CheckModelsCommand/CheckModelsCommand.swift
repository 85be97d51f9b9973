import PackagePlugin

/// `swift package check-models`: whether the committed classes of a package's models are up to date; ends with 1 and
/// shows the difference where they are not. It writes nothing, so it needs no permission.
@main
struct CheckModelsCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try CommittedModels.run(context, arguments, adding: ["--check"])
    }
}
