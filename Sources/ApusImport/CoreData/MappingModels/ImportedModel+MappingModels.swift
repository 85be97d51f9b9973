import ApusDiagnostics
import ApusSchema

extension ImportedModel {
    /// Code that may have kept what some stages lose, and that is not carried out.
    struct StageCode: Hashable {
        /// Where the code is, as messages show it.
        let location: String
        /// The names of the stages' newer versions.
        let stages: Set<String>
    }

    /// Returns the model with mapping models applied to the steps between neighbouring versions.
    ///
    /// - Parameters:
    ///   - models: The mapping models.
    ///   - code: The app's migration code.
    ///   - known: The names of all versions of the bundle, also of those that are not imported.
    /// - Returns: The model, with warnings about mapping models that are not carried out. What the stages that they are
    ///   about lose is not accepted.
    func following(
        _ models: [MappingModel],
        in code: MigrationCode = .empty,
        known: [String] = []
    ) -> ImportedModel {
        var followed = self
        followed.otherCode = code.others
        // What the model's own ones say comes first.
        let models =
            models.filter { !code.foreign.contains($0.path) } + models.filter { code.foreign.contains($0.path) }
        for (number, model) in models.enumerated() {
            let others = models[..<number] + models[(number + 1)...]
            followed.follow(model, beside: Array(others), in: code, known: known)
        }
        let names = versions.map(\.name)
        for path in code.unreadable {
            let name = code.name(of: path)
            let indexes = VersionMention.versions(in: name, of: names + known).compactMap { followed.index(of: $0) }
            let stages = indexes.count == 2 ? names[(indexes.min() ?? 0)...(indexes.max() ?? 0)] : names[...]
            followed.stageCode.append(
                StageCode(location: "\(name.shown) (cannot be read)", stages: Set(stages.dropFirst()))
            )
        }
        return followed
    }

    private mutating func follow(
        _ model: MappingModel,
        beside models: [MappingModel],
        in code: MigrationCode,
        known: [String]
    ) {
        func ignore(_ why: String, help: [String] = []) {
            diagnostics.append(
                .warning(
                    "the mapping model from '\(model.source)' to '\(model.destination)' is ignored, because \(why)",
                    at: SourceLocation(file: model.path.isEmpty ? model.file : code.name(of: model.path)),
                    help: help
                )
            )
        }
        let (from, to) = (index(of: model.source), index(of: model.destination))
        guard let from, let to, from != to else {
            ignore("these are not both separate versions of the model")
            // A version that the bundle has not got any more may have been between those that it has.
            let isKnown = [model.source, model.destination].allSatisfy(known.contains)
            let stage = to ?? from.map { $0 + 1 }
            if !isKnown, from == nil || to == nil, let stage, versions.indices.dropFirst().contains(stage) {
                stageCode.append(
                    StageCode(location: code.name(of: model.path).shown, stages: [versions[stage].name])
                )
            }
            return
        }
        guard from < to else { return ignore("'\(model.destination)' comes before '\(model.source)'") }
        if code.foreign.contains(model.path), let stranger = model.stranger(versions[from].schema, versions[to].schema)
        {
            return ignore("the model has no entity '\(stranger)', and another one of the same name is nearer to it")
        }
        let others = models.filter { other in
            index(of: other.source) == from && index(of: other.destination) == to && !code.foreign.contains(other.path)
        }
        let step = MappingModelStep(model, through: Array(versions[from...to]), beside: others, in: code)
        versions[to] = step.newer
        if to == from + 1 { return mappingModels.append(model.path) }
        diagnostics.append(
            .warning(
                "the mapping model from '\(model.source)' to '\(model.destination)' is not carried out, because there are "
                    + "other versions between these",
                at: SourceLocation(file: model.path.isEmpty ? model.file : code.name(of: model.path)),
                help: ["say in the stages' mappings what it does, or in a direct mapping between the two versions"]
            )
        )
        stageCode.append(
            StageCode(
                location:
                    "\(code.name(of: model.path).shown) (from '\(model.source)' directly to '\(model.destination)')",
                stages: Set(versions[(from + 1)...to].map(\.name))
            )
        )
    }

    /// The index of a version, or of the one that it is equal to.
    private func index(of name: String) -> Int? {
        versions.firstIndex { $0.name == name || $0.repetitions.contains(name) }
    }
}

extension MappingModel {
    /// An entity that the versions do not have; `nil` if they have all.
    fileprivate func stranger(_ older: Schema, _ newer: Schema) -> String? {
        entities.lazy.compactMap { mapping in
            if let source = mapping.source, older.entity(source) == nil { return source }
            if let destination = mapping.destination, newer.entity(destination) == nil { return destination }
            return nil
        }
        .first
    }
}

/// Finds the names of versions in the names of files.
enum VersionMention {
    /// Returns the versions that a file's name mentions, such as `Maps/App 2-App 3.xcmappingmodel`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - names: The names of all versions.
    /// - Returns: The names, each once.
    static func versions(in path: String, of names: [String]) -> [String] {
        var rest = path.split(separator: "/").last ?? ""
        let sorted = Set(names).sorted { $0.count > $1.count }
        var found: [String] = []
        var isStart = true
        while let first = rest.first {
            if isStart, let name = sorted.first(where: { isMention($0, in: rest) }) {
                if !found.contains(name) { found.append(name) }
                rest = rest.dropFirst(name.count)
                isStart = false
                // `App 2ToApp 3`
                for word in ["To", "to"] where rest.hasPrefix(word) {
                    rest = rest.dropFirst(word.count)
                    isStart = true
                }
                continue
            }
            isStart = !(first.isLetter || first.isNumber)
            rest = rest.dropFirst()
        }
        return found
    }

    private static func isMention(_ name: String, in text: Substring) -> Bool {
        guard text.hasPrefix(name) else { return false }
        let next = text.dropFirst(name.count)
        return next.first.map { !($0.isLetter || $0.isNumber) || next.hasPrefix("To") || next.hasPrefix("to") } ?? true
    }
}
