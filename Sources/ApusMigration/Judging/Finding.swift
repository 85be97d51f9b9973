import ApusSchema

/// What a judge says of one subject: how it differs and what that means for the data, or only why the stage cannot be
/// carried out.
struct Finding {
    /// What a difference means for the data.
    enum Judgement {
        /// It can be inferred.
        case lightweight
        /// Something is lost: for each kind of objects that loses it, the line that accepts the loss, if there is one. For
        /// no kind nothing is lost. Without some line it is refused.
        case loss([Mapping.Line?], Refusal)
        /// A line of the mapping carries it out; `nil` if none has to.
        case written(Mapping.Line?)
        /// It cannot be carried out.
        case refused(Refusal)
    }

    /// How the subject differs; `nil` if it does not, or if another finding says how.
    let difference: (any Difference)?
    /// The entity, enum or composite, by its newer name, or by its older one if it is gone.
    let subject: String
    /// What that means for the data.
    let judgement: Judgement
}

/// What judges have found, in order, and what the other judges need of it.
struct Findings {
    private(set) var list: [Finding] = []
    /// The lines of the mapping that were needed.
    private(set) var used: Set<Mapping.Line> = []
    /// What happens to the parts of composites, wherever they are used.
    private(set) var parts: [ElementPath: LeafValue] = [:]
    /// The newer enums and composites that some attribute goes on with.
    private(set) var carried: Set<String> = []
    /// The first element of which some rows have no value.
    private(set) var obstructed: ElementPath?

    mutating func add(_ difference: any Difference, _ subject: String, _ judgement: Finding.Judgement = .lightweight) {
        list.append(Finding(difference: difference, subject: subject, judgement: judgement))
    }

    mutating func refuse(_ refusal: Refusal) {
        list.append(Finding(difference: nil, subject: refusal.path.entity, judgement: .refused(refusal)))
    }

    mutating func use(_ lines: some Sequence<Mapping.Line>) { used.formUnion(lines) }

    /// Notes what happens to a part; an obstacle stands, whatever other attributes with that composite say.
    mutating func note(_ value: LeafValue, ofPart path: ElementPath) {
        if parts[path]?.obstacle == nil { parts[path] = value }
    }

    /// Notes that some rows have no value for an element, so that the stage has to be refused.
    mutating func obstruct(_ path: ElementPath) {
        if obstructed == nil { obstructed = path }
    }

    mutating func carry(_ type: String) { carried.insert(type) }

    mutating func append(_ other: Findings) {
        list += other.list
        use(other.used)
        for (path, value) in other.parts { note(value, ofPart: path) }
        carried.formUnion(other.carried)
        obstructed = obstructed ?? other.obstructed
    }
}
