package import ApusDiagnostics
package import ApusSchema

extension Generator {
    /// A model, and the locations of its elements.
    package typealias LocatedModel = (history: History, locate: (ModelPath) -> SourceLocation?)

    /// Finds types of models that would not compile in the same module as the generated code of the others.
    ///
    /// - Parameters:
    ///   - models: The models.
    ///   - options: The options of the project.
    /// - Returns: The findings of each model: warnings, because the models may be in different modules.
    package static func problems(among models: [LocatedModel], options: Options = Options()) -> [[Diagnostic]] {
        var findings: [DiagnosticCollector] = models.map { _ in DiagnosticCollector() }
        if models.count < 2 { return findings.map(\.diagnostics) }
        var owners: [String: (model: Int, type: ModelType)] = [:]
        // What is named after a model cannot be renamed as easily, so it comes first.
        let types: [(model: Int, type: ModelType)] =
            models.enumerated().flatMap { index, model in
                planTypes(of: model.history, options).map { (index, $0) }
            }
            + models.enumerated().flatMap { index, model in
                modelTypes(of: newestSchema(of: model.history)).filter { !$0.isNested }.map { (index, $0) }
            }
        for (model, type) in types {
            let location = models[model].locate(type.path)
            if foreignTypes.contains(type.name) {
                findings[model].warning(
                    "\(type.element) has the name of a type that generated code uses, so the code of another model "
                        + "does not compile in the same module",
                    at: location,
                    help: [type.help("Model\(type.name)")]
                )
            }
            // Two types of the same model are an error of that model.
            guard let owner = owners[type.name.lowercased()] else {
                owners[type.name.lowercased()] = (model, type)
                continue
            }
            if owner.model == model { continue }
            let name = models[owner.model].history.model
            let other = models[owner.model].locate(owner.type.path)
            findings[model].warning(
                "\(type.element) and \(owner.type.element) of the model '\(name)' would both have the Swift type "
                    + "'\(type.name)', so the two models do not compile in the same module",
                at: location,
                notes: other.map { ["the other one is at \($0)"] } ?? [],
                help: [type.help(models[model].history.model + type.name.capitalizedFirst)]
            )
        }
        return findings.map(\.diagnostics)
    }

    /// The types that are named after a model.
    private static func planTypes(of history: History, _ options: Options) -> [ModelType] {
        (["\(history.model)Schema"] + VersionSource.namespaces(of: history, options).sorted()).map { name in
            ModelType(name: name, kind: "enum", element: "'\(name)'", path: ModelPath()) { _ in
                "rename the model's folder"
            }
        }
    }
}
