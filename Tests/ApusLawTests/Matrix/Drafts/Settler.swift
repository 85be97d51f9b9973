import ApusMigration
import ApusSchema
import ApusTestSupport

/// Finds the lines of a mapping that make a stage legal: those that its edits wish for, less the needless ones, and
/// those that the naive interpreter still asks for.
struct Settler {
    private let older: Reading
    private let newer: Reading
    private var random: SplitMix64
    private var accept: [Mapping.Line]
    private var fill: [Mapping.Line]
    private var entities: [Mapping.Line]
    private var values: [Mapping.Line]
    private var convert: [Mapping.Line]
    private var require: [Mapping.Line]
    private var duplicates: [Mapping.Line]
    private var asserted: [Mapping.Line]

    /// The stage between two versions with its mapping; `nil` where no lines would make the stage legal.
    static func migration(_ older: Reading, _ newer: Reading, _ draft: StageDraft, from: Int) -> NaiveMigration? {
        var settler = Settler(older, newer, draft)
        for _ in 0..<8 {
            let migration = NaiveMigration(older, newer, settler.mapping(from: from))
            if migration.refusals.isEmpty {
                guard settler.choose(among: migration.crowds) else { return migration }
                continue
            }
            guard settler.settle(migration.refusals) else { return nil }
        }
        return nil
    }

    private init(_ older: Reading, _ newer: Reading, _ draft: StageDraft) {
        (self.older, self.newer, random) = (older, newer, draft.random)
        accept =
            draft.accept.map { Mapping.Line.accept($0) }
            + draft.wildcards.map { Mapping.Line.accept($0, isWildcard: true) }
        fill = draft.fill.sorted { $0.key < $1.key }.map { Mapping.Line.fill($0.key, $0.value) }
        entities = draft.origins.sorted { $0.key < $1.key }.map { Mapping.Line.entity($0.key, $0.value) }
        values = draft.values.sorted { $0.key < $1.key }.map { Mapping.Line.value($0.key, $0.value) }
        convert = draft.convert.sorted { $0.key < $1.key }.map { Mapping.Line.convert($0.key, $0.value) }
        duplicates = draft.duplicates.sorted { $0.key < $1.key }.map { Mapping.Line.duplicates($0.key, $0.value) }
        require = draft.require.map { Mapping.Line.require($0) }
        asserted = draft.asserted.map { Mapping.Line.assert($0, "it holds") }
    }

    private func mapping(from: Int) -> Mapping {
        Mapping(
            from: Schema.Version(from + 1),
            to: Schema.Version(from + 2),
            accept + fill + functions + entities + values + convert + require + duplicates + asserted
        )
    }

    /// The functions in Swift that the expressions call.
    private var functions: [Mapping.Line] {
        let origins = entities.flatMap { $0.origins ?? [] }
        let texts =
            values.compactMap(\.expression) + origins.compactMap(\.condition) + origins.flatMap(\.distinct)
            + origins.flatMap(\.values.values)
        return LawFunctions.all.map(\.declaration)
            .filter { function in texts.contains { $0.contains("\(function.name)(") } }.map { .function($0) }
    }

    /// Chooses among the several objects of to-one relationships, mostly; `false` if there is nothing new to write.
    private mutating func choose(among crowds: [ElementPath]) -> Bool {
        let new: [ElementPath] = crowds.filter { path in !duplicates.contains { $0.path == path } }
        guard !new.isEmpty, random.chance(80) else { return false }
        duplicates += new.map { .duplicates($0, random.pick(Mapping.Duplicates.allCases)) }
        return true
    }

    /// Writes or takes away lines; `false` where a reason has no line that would help.
    private mutating func settle(_ reasons: [Reason]) -> Bool {
        var needless: [StageLines.Kind: Set<Int>] = [:]
        var isSettled = true
        for reason in reasons {
            // The best way mostly, another one now and then.
            let choice: Reason.Settlement? =
                random.chance(75) ? reason.settlements.first : random.pickAny(reason.settlements)
            switch choice {
            case nil: isSettled = false
            case .accept(let path): accept(path)
            case .fill(let path): isSettled = write(fill: path) && isSettled
            case .convert(let path, let names):
                if let name = random.pickAny(names), !convert.contains(where: { $0.path == path }) {
                    convert.append(.convert(path, name))
                }
            case .require(let path):
                if !require.contains(where: { $0.path == path }) { require.append(.require(path)) }
            case .drop(let kind, let number): needless[kind, default: []].insert(number)
            }
        }
        for number in (needless[.accept] ?? []).sorted(by: >) { accept.remove(at: number) }
        for number in (needless[.fill] ?? []).sorted(by: >) { fill.remove(at: number) }
        for number in (needless[.entities] ?? []).sorted(by: >) { entities.remove(at: number) }
        for number in (needless[.values] ?? []).sorted(by: >) { values.remove(at: number) }
        for number in (needless[.convert] ?? []).sorted(by: >) { convert.remove(at: number) }
        for number in (needless[.require] ?? []).sorted(by: >) { require.remove(at: number) }
        for number in (needless[.duplicates] ?? []).sorted(by: >) { duplicates.remove(at: number) }
        for number in (needless[.assert] ?? []).sorted(by: >) { asserted.remove(at: number) }
        return isSettled
    }

    private mutating func accept(_ path: ElementPath) {
        if !accept.contains(where: { $0.path == path }) { accept.append(.accept(path)) }
    }

    private mutating func write(fill path: ElementPath) -> Bool {
        guard !fill.contains(where: { $0.path == path }) else { return true }
        let attribute: Attribute? = path.property.flatMap { name in
            newer.property(name, of: path.entity)?.attribute
                ?? newer.schema.composite(path.entity)?.attributes.first { $0.name == name }
        }
        guard let attribute, let value = value(for: attribute) else { return false }
        fill.append(.fill(path, value))
        return true
    }

    private mutating func value(for attribute: Attribute) -> Fill? {
        if let enumeration = newer.schema.enumeration(of: attribute) {
            return random.pickAny(enumeration.cases).map { .literal($0.name) }
        }
        return attribute.type.scalar.map { ValueGenerator.fill(of: $0, &random) }
    }
}
