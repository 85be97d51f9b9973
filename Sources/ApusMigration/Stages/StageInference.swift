import ApusSchema

/// Finds a stage's changes and what each means for the data.
struct StageInference {
    var matching: Matching
    let words: MappingWords
    /// The file that may accept losses and fill; `nil` where none can, since the older schema has no version.
    let mappingFile: String?
    /// Whether the stages in between have judged everything, so that nothing is refused here.
    let isSettled: Bool
    private(set) var changes: [Change] = []
    private(set) var refusals: [Refusal] = []
    /// The lines of the mapping that the stage needs.
    var lines: Set<MappingWords.Line> = []
    /// The lines of the mapping that a change tells.
    var told: Set<MappingWords.Line> = []
    /// What became of the parts of composites, wherever they are used.
    var parts: [ElementPath: LeafValue] = [:]
    /// The newer enums and composites that some attribute goes on with.
    var carried: Set<String> = []

    init(matching: Matching, words: MappingWords, mappingFile: String?, isSettled: Bool = false) {
        self.matching = matching
        self.words = words
        self.mappingFile = mappingFile
        self.isSettled = isSettled
    }

    var older: IndexedSchema { matching.older }
    var newer: IndexedSchema { matching.newer }
    var old: Schema { matching.older.schema }
    var new: Schema { matching.newer.schema }
    var values: ValueRules { ValueRules(matching: matching, words: words) }
    var references: ReferenceRules { ReferenceRules(matching: matching) }

    /// Whether nothing at all differs from what it was for an entity.
    func isTouched(_ newerName: String) -> Bool { !matching.isUnchanged(newer: newerName) }

    /// Takes what a mapping fills as touched: nulls may be filled where the schemas do not differ.
    mutating func touch(what mapping: Mapping?) {
        for path in mapping?.fill.map(\.path) ?? [] {
            let owners: [String] =
                newer.entity(path.entity) != nil
                ? [path.entity] : new.entities.filter { uses(path.entity, $0.attributes) }.map(\.name)
            for name in owners.flatMap(newer.family(below:)) { matching.touch(name) }
        }
    }

    /// Whether a composite is the type of some attributes, or of parts of them.
    private func uses(_ composite: String, _ attributes: [Attribute]) -> Bool {
        attributes.contains { attribute in
            guard case .named(let name) = attribute.type, let type = new.composite(name) else { return false }
            return name == composite || uses(composite, type.attributes)
        }
    }

    /// Unmatches the properties that are of another kind now and hold nothing that could be lost.
    mutating func splitEmpty() {
        for name in matching.touched {
            let pairs: [PropertyMatch] = matching.properties(ofNewer: name)?.pairs ?? []
            let gone: Set<PropertyMatch> = Set(pairs.filter { !$0.isOfOneKind && !loses($0.from) })
            if !gone.isEmpty { matching.split(name) { gone.contains($0) } }
        }
    }

    /// Unmatches the properties that cannot keep their values and whose loss is accepted, until nothing more follows.
    ///
    /// First what cannot stay in any case; then, of two relationships that cannot both stay, one gives way to the other:
    /// what is named before what a wildcard covers.
    mutating func splitAccepted() {
        guard !words.isEmpty else { return }
        splitMerged()
        for isConflict in [false, true] {
            for isByName in [true, false] {
                var didSplit: Bool = true
                while didSplit {
                    didSplit = false
                    for name in matching.touched where splitAccepted(name, isConflict: isConflict, isByName: isByName) {
                        didSplit = true
                    }
                }
            }
        }
    }

    private mutating func splitAccepted(_ name: String, isConflict: Bool, isByName: Bool) -> Bool {
        guard let olderName = matching.olderName(of: name), let properties = matching.properties(ofNewer: name) else {
            return false
        }
        var didSplit: Bool = false
        for pair in properties.pairs {
            guard let line = acceptance(of: pair.from, in: olderName), line.isByName == isByName,
                let obstacle = obstacle(of: pair, in: name),
                (obstacle.code == InverseChanged.page.code) == isConflict
            else { continue }
            matching.split(name) { $0 == pair }
            // Even where nothing is lost in the end, as of a value that the store computed.
            lines.insert(line)
            didSplit = true
        }
        return didSplit
    }

    /// Finds all changes.
    mutating func inferChanges() {
        for name in matching.touched {
            if let match = matching.match(newer: name) {
                inferChanges(of: match)
            } else if let entity = newer.entity(name) {
                add(EntityAdded(entity: entity), name)
            }
            if newer.entity(name)?.parent == nil { inferRoots(name) }
            inferProperties(declaredBy: name)
            inferRemovals(of: matching.olderName(of: name))
        }
        for entity in matching.removed {
            inferRemovals(of: entity.name)
            inferRemoval(of: entity)
        }
        inferTypes()
        refuseEmptyParts()
        inferUntold()
    }

    mutating func add(
        _ difference: any Difference,
        _ entity: String,
        _ verdict: Change.Verdict = .lightweight
    ) {
        var verdict: Change.Verdict = verdict
        if case .refused(let refusal) = verdict {
            if isSettled { verdict = .lightweight } else { add(refusal) }
        }
        changes.append(Change(difference, entity: entity, verdict: verdict))
    }

    /// Adds a change where others tell of the same entity, enum or composite, or would.
    mutating func add(_ difference: any Difference, beside entity: String, _ verdict: Change.Verdict) {
        let names: [String] = new.entities.map(\.name) + new.enumerations.map(\.name) + new.composites.map(\.name)
        let earlier: Set<String> = Set(names.prefix { $0 != entity } + [entity])
        let place: Int? = changes.lastIndex { earlier.contains($0.entity) && !($0.difference is EntityRemoved) }
        changes.insert(Change(difference, entity: entity, verdict: verdict), at: place.map { $0 + 1 } ?? 0)
    }

    mutating func add(_ refusal: Refusal) {
        if !refusals.contains(refusal) { refusals.append(refusal) }
    }

    /// The verdict of a loss: accepted where a line says so, and else refused.
    mutating func verdict(
        ofLosing line: MappingWords.Line?,
        refusedBecause refusal: Refusal
    ) -> Change.Verdict {
        if isSettled { return .accepted }
        guard let line else { return .refused(refusal) }
        lines.insert(line)
        return .accepted
    }

    /// The verdict of a loss that is accepted for each kind of objects by a line of its own; none is lost where there is no
    /// kind.
    ///
    /// A word for some of them is no mistake where one for the others is missing.
    mutating func verdict(
        ofLosing found: [MappingWords.Line?],
        refusedBecause refusal: Refusal
    ) -> Change.Verdict {
        if found.isEmpty { return .lightweight }
        lines.formUnion(found.compactMap { $0 })
        return verdict(ofLosing: found.contains(nil) ? nil : found.first ?? nil, refusedBecause: refusal)
    }

    /// The older names of those newer kinds whose objects go on.
    func olderKinds(of kinds: [String]) -> [String] { kinds.compactMap(matching.olderName(of:)).filter(goesOn) }

    /// The line that accepts the loss of an older property: by its name, by its inverse's, or by that of a removed
    /// entity that either belongs to.
    func acceptance(of property: OwnedProperty, in kind: String) -> MappingWords.Line? {
        if words.isEmpty { return nil }
        if let line = words.acceptance(of: older.paths(of: property, in: kind)) { return line }
        guard case .relationship(let relationship) = property.property else { return nil }
        if let line = acceptanceAcross(property) { return line }
        return removal(of: relationship.destination)
    }

    /// The line that accepts that an older entity goes with all its objects.
    func removal(of entity: String) -> MappingWords.Line? {
        matching.newerName(of: entity) == nil ? words.acceptance(of: entity) : nil
    }
}
