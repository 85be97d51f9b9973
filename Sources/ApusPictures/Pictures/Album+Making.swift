import ApusDiagnostics
package import ApusMigration
import ApusReports
package import ApusSchema

extension Album {
    /// What an album shows of files beside the schemas.
    package struct Sources {
        /// Returns the location of an element of a schema.
        package var locate: Picture.Locator
        /// Returns the text of a mapping's file.
        package var mapping: (String) -> String?

        /// Creates a value.
        package init(
            locating locate: @escaping Picture.Locator = { _, _ in nil },
            mapping: @escaping (String) -> String? = { _ in nil }
        ) {
            self.locate = locate
            self.mapping = mapping
        }
    }

    /// Creates an album of one schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - point: Its point in the history.
    ///   - sources: What is known of the files.
    package init(_ schema: Schema, at point: Stage.Point, _ sources: Sources = Sources()) {
        self.init(
            model: schema.model,
            title: "\(schema.model) \(point)",
            frames: [Frame(schema, at: point, CardIdentities(schema), sources)]
        )
    }

    /// Creates an album of a difference: the whole of it, then its stages if there are several.
    ///
    /// - Parameters:
    ///   - whole: The difference.
    ///   - stages: The stages that it is composed of; empty or one if it is compared directly.
    ///   - sources: What is known of the files.
    package init(_ whole: Stage, through stages: [Stage] = [], _ sources: Sources = Sources()) {
        let steps = stages.count > 1 ? stages : [whole]
        let identities = Self.identities(of: steps)
        let last = identities[identities.count - 1]
        self.init(
            model: whole.new.model,
            title: "\(whole.new.model): \(whole.from) → \(whole.to)",
            frames: [Frame(whole, (identities[0], last), through: steps, sources)]
                + (steps.count > 1 ? Self.frames(of: steps, identities, sources) : [])
        )
    }

    /// Creates an album of a whole history: its first schema, each stage, and its last schema, which is shown first.
    ///
    /// - Parameters:
    ///   - stages: The stages, oldest first; at least one.
    ///   - sources: What is known of the files.
    package init?(history stages: [Stage], _ sources: Sources = Sources()) {
        guard let first = stages.first, let last = stages.last else { return nil }
        let identities = Self.identities(of: stages)
        let end = Frame(last.new, at: last.to, identities[identities.count - 1], sources)
        let frames =
            [Frame(first.old, at: first.from, identities[0], sources)] + Self.frames(of: stages, identities, sources)
            + [end]
        self.init(
            model: last.new.model,
            title: "\(last.new.model): \(first.from) → \(last.to)",
            frames: frames,
            first: frames.count - 1
        )
    }

    /// The identities of each schema's cards, one more than there are stages.
    private static func identities(of stages: [Stage]) -> [CardIdentities] {
        guard let first = stages.first else { return [] }
        var all = [CardIdentities(first.old)]
        for stage in stages { all.append(all[all.count - 1].following(stage.overall)) }
        return all
    }

    private static func frames(of stages: [Stage], _ identities: [CardIdentities], _ sources: Sources) -> [Frame] {
        stages.enumerated().map { index, stage in Frame(stage, (identities[index], identities[index + 1]), sources) }
    }
}

extension Album.Frame {
    fileprivate init(
        _ schema: Schema,
        at point: Stage.Point,
        _ identities: CardIdentities,
        _ sources: Album.Sources
    ) {
        self.init(
            point.description,
            schema.summary,
            Picture(schema, identities) { sources.locate(point, $0) }
        )
    }

    fileprivate init(
        _ stage: Stage,
        _ identities: (older: CardIdentities, newer: CardIdentities),
        through stages: [Stage] = [],
        _ sources: Album.Sources
    ) {
        self.init(
            "\(stage.from) → \(stage.to)",
            stage.summary,
            Picture(stage, identities, through: stages, locating: sources.locate),
            mapping: stage.mapping == nil ? nil : stage.mappingFile.flatMap(sources.mapping)
        )
    }
}

extension Schema {
    /// What it consists of: `12 entities, 80 properties, 2 enums`.
    fileprivate var summary: String {
        let properties = entities.reduce(0) { $0 + $1.attributes.count + $1.relationships.count }
        let parts: [String] =
            [entities.count.of("entity", "entities"), properties.of("property", "properties")]
            + (enumerations.isEmpty ? [] : [enumerations.count.of("enum")])
            + (composites.isEmpty ? [] : [composites.count.of("composite")])
        return parts.joined(separator: ", ")
    }
}
