import ApusSchema

/// The refusals of a stage without those that follow from others: one cause is one finding.
struct HeldBack {
    private(set) var refusals: [Refusal]
    /// The causes of those that were held back.
    private var causes: [Refusal.Finding: Refusal] = [:]

    init(_ refusals: [Refusal]) { self.refusals = refusals }

    /// Holds back the refusals that have a cause.
    mutating func hold(_ cause: (Refusal) -> Refusal?) {
        refusals.removeAll { refusal in
            guard let cause = cause(refusal) else { return false }
            causes[refusal.finding] = cause
            return true
        }
    }

    /// Holds back what the schemas would need of elements about which other refusals say what has to be corrected
    /// first. A likely rename is not one of them: it is also about an older element, which is lost without it.
    mutating func hold(behind others: [Refusal], in schema: IndexedSchema) {
        if others.isEmpty { return }
        let causes = Dictionary(others.map { (schema.declared($0.path), $0) }) { first, _ in first }
        hold { $0.isAboutLine || $0.isLikelyRename ? nil : causes[schema.declared($0.path)] }
    }

    /// Holds back what the schemas would need of objects that the mapping says how to make, but not in a way that can be carried
    /// out: what is lost of them, or missing, depends on what will be written instead. No line of a mapping settles that, and one
    /// that accepts such a loss would accept it for ever.
    ///
    /// - Parameters:
    ///   - others: The refusals of the lines of the mapping.
    ///   - sources: The older entities of which a line makes the objects of a newer one.
    mutating func hold(behindOriginsIn others: [Refusal], _ sources: (String) -> Set<String>) {
        var causes: [String: Refusal] = [:]
        for other in others {
            guard case .unusableOrigin = other.reason else { continue }
            for entity in sources(other.path.entity).union([other.path.entity]) {
                causes[entity] = causes[entity] ?? other
            }
        }
        if !causes.isEmpty { hold { $0.isAboutLine || $0.isLikelyRename ? nil : causes[$0.path.entity] } }
    }

    /// Returns changes with the causes in place of what was held back, so that they show nothing that is not reported.
    func explaining(_ changes: [Change]) -> [Change] {
        if causes.isEmpty { return changes }
        return changes.map { change in
            guard case .refused(let refusal) = change.verdict, let cause = causes[refusal.finding] else {
                return change
            }
            return Change(change.difference, entity: change.entity, verdict: .refused(cause))
        }
    }
}

extension [Refusal] {
    /// Returns the likely rename among these from which a refusal follows: that of its element, of another one of its
    /// entity, or of an entity that it refers to.
    func rename(behind refusal: Refusal) -> Refusal? {
        func rank(_ rename: Refusal) -> Int {
            guard case .likelyRename(let older, _) = rename.reason else { return 4 }
            if [rename.path, older].contains(refusal.path) { return 0 }
            if older.property == nil {
                return [rename.path.entity, older.entity].contains(refusal.path.entity) ? 1 : 2
            }
            return [rename.path.entity, older.entity].contains(refusal.path.entity) ? 1 : 3
        }
        return self.min { rank($0) < rank($1) }
    }
}

extension Refusal {
    /// Whether a line of the mapping is wrong, whatever the stage needs besides.
    fileprivate var isAboutLine: Bool {
        switch reason {
        case .needlessLine, .undecided, .unusableFill, .unusableExpression, .unusableOrigin, .unusableAssertion,
            .unusableConversion:
            true
        default: false
        }
    }
}

extension IndexedSchema {
    /// Returns the path of the entity or the property that a path is about, where it is declared.
    fileprivate func declared(_ path: ElementPath) -> ElementPath {
        properties(of: path.entity).first { $0.name == path.names.first }?.path ?? path
    }
}
