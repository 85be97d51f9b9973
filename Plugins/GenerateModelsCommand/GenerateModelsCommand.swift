import PackagePlugin

/// `swift package generate-models`: writes the classes that a package commits, as `apus generate` does. It passes its
/// arguments on to the tool: `--dry-run`, `--model`, `--output`, `--access`.
@main
struct GenerateModelsCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try CommittedModels.run(context, arguments)
    }
}
