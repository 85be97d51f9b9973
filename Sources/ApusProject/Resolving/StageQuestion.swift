package import ApusMigration
package import ApusSchema

/// A decision of a stage, as a question with the answers that are possible.
package struct StageQuestion: Hashable, Sendable {
    /// What a question is about. Two questions with one identity are the same question, whatever its answers are.
    package struct Identity: Hashable, Sendable {
        /// The point at which the stage starts.
        package let from: Stage.Point
        /// The point at which it ends.
        package let to: Stage.Point
        /// The element.
        package let path: ElementPath
        let reason: Refusal.Reason
    }

    /// A possible answer.
    package struct Choice: Hashable, Sendable {
        /// The answer.
        package let answer: StageAnswer
        /// What it does, in words.
        package let purpose: String
    }

    /// The decision.
    package let refusal: Refusal

    /// What the question is about.
    package let identity: Identity

    /// The answers that can be written into files, likely ones first.
    package let choices: [Choice]

    /// What the author can do instead by hand.
    package let alternatives: [String]

    init(_ refusal: Refusal, of stage: Stage) {
        self.refusal = refusal
        identity = Identity(refusal, of: stage)
        // A frozen version is never edited.
        let isHead = stage.to.version == nil
        var seen: Set<StageAnswer> = []
        choices = refusal.settlements.compactMap { settlement in
            guard let answer = StageAnswer(settlement), seen.insert(answer).inserted else { return nil }
            switch answer {
            case .originalName:
                // That only one of two elements may have the name takes two edits, of which one removes something.
                if case .claimedTwice = refusal.reason { return nil }
                if !isHead { return nil }
            case .lines, .removal, .correction: break
            }
            return Choice(answer: answer, purpose: refusal.purpose(of: settlement))
        }
        let written = Set(choices.map(\.answer))
        let others = refusal.settlements.compactMap { settlement -> String? in
            if let answer = StageAnswer(settlement), written.contains(answer) { return nil }
            return refusal.summary(of: settlement)
        }
        alternatives = refusal.hints.filter(\.isAboutMapping).map(\.text) + others
    }

    /// The question in one sentence.
    package var text: String { refusal.question }

    /// The order in which questions are asked: what was renamed comes first, then what happens to objects as a whole, because that
    /// settles others.
    var rank: Int {
        switch refusal.reason {
        case .claimedTwice, .ambiguousOriginalName: 0
        case .likelyRename: identity.path.property == nil ? 1 : 2
        case .needlessLine, .undecided, .unusableFill, .unusableExpression, .unusableOrigin, .unusableAssertion,
            .unusableConversion:
            5
        case .entityRemoved, .entityBecameAbstract: 3
        default: 4
        }
    }
}

extension StageQuestion.Identity {
    init(_ refusal: Refusal, of stage: Stage) {
        self.init(from: stage.from, to: stage.to, path: refusal.path, reason: refusal.reason)
    }
}

extension Refusal {
    /// What a settlement is for. Several lines say which losses they accept besides.
    fileprivate func purpose(of settlement: Settlement) -> String {
        switch settlement {
        case .removal: "remove the line from the mapping"
        // Each conversion is an answer of its own.
        case .line(let line, _): summary(of: settlement) + Self.conversion(line)
        case .lines(let lines, _): summary(of: settlement) + (lines.first.map(Self.conversion) ?? "")
        default: summary(of: settlement)
        }
    }

    private static func conversion(_ line: Mapping.Line) -> String {
        guard let name = line.conversion else { return "" }
        let plain = Conversion.strictName(ofAside: name)
        let rest =
            plain != nil
            ? "; the store keeps what cannot be converted aside"
            : name.hasSuffix("OrNull") ? "; what cannot be converted is lost" : ""
        return " with '\(name)'\(rest)"
    }

    /// The decision as a question.
    fileprivate var question: String {
        let name = path.property ?? path.entity
        return switch reason {
        case .likelyRename(let older, _): "Was '\(older.property ?? older.entity)' renamed to '\(name)'?"
        case .claimedTwice(let older, _): "Which of them was called '\(older.property ?? older.entity)'?"
        case .ambiguousOriginalName(let former, _): "Which '\(former)' is meant?"
        case .entityRemoved: "What happens to the rows of '\(path)'?"
        case .entityBecameAbstract: "What happens to the objects of exactly '\(path)'?"
        case .propertyRemoved(.attribute, _), .partRemoved, .becameTransient, .becameDerived:
            "What happens to the values of '\(path)'?"
        case .propertyRemoved(.relationship, _): "What happens to the references of '\(path)'?"
        case .caseRemoved: "What happens to rows with the case '\(path)'?"
        case .typeChanged(let before, let after, _), .partTypeChanged(let before, let after):
            "How does \(before) become \(after)?"
        case .attributeAddedWithoutValue, .partAddedWithoutValue, .becameStoredWithoutValue:
            "Which value do existing rows get?"
        case .becameRequiredWithoutValue, .partRequiredWithoutValue, .leftWithoutValue:
            "Which value do rows without one get?"
        case .orderLost: "May the order of '\(path)' be lost?"
        default: "How is this settled?"
        }
    }
}
