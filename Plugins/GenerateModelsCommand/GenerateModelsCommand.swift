import PackagePlugin

/// `swift package generate-models`: writes the classes of a package's models where they are committed, as
/// `apus generate` does. What stands behind it goes to the tool: `--dry-run`, `--model`, `--output`, `--access`.
@main
struct GenerateModelsCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try CommittedModels.run(context, arguments)
    }
}
