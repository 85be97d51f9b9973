import ApusMigration
import ApusSchema
import Testing

/// A code means one thing, because scripts ask for it.
@Suite struct RefusalCodeTests {
    private static let path = ElementPath("A", "p")

    /// A reason of each case, and of each kind that has a code of its own.
    private static let reasons: [Refusal.Reason] =
        [
            .claimedTwice(older: path, newer: [path]), .ambiguousOriginalName("p", candidates: ["p"]),
            .likelyRename(older: path, type: nil), .likelyRename(older: ElementPath("A"), type: nil),
            .entityRemoved(nameTakenBy: nil), .entityBecameAbstract, .hierarchiesMerged([]),
            .propertyRemoved(.attribute, nameTakenBy: nil), .propertyRemoved(.relationship, nameTakenBy: nil),
            .valuesSeparated(keeper: "B"), .referencesSeparated(keeper: "B", entity: nil),
            .referencesSeparated(keeper: "B", entity: "C"),
            .inheritedPropertyLost("p", .attribute), .becameDerived, .becameTransient, .caseRemoved, .partRemoved,
            .referencesNarrowed(entities: []), .orderLost, .valuesReplaced,
            .kindChanged(from: .attribute, to: .relationship),
            .typeChanged(from: "", to: "", isConvertible: true), .partTypeChanged(from: "", to: ""),
            .attributeAddedWithoutValue(part: nil), .partAddedWithoutValue, .becameRequiredWithoutValue,
            .partRequiredWithoutValue, .becameStoredWithoutValue, .leftWithoutValue,
            .destinationChanged(from: "", newerName: nil, to: ""), .inverseChanged(.ownInverse),
            .differsFromSteps(from: .unreleased, to: .unreleased, by: []), .undecided, .unusableFill("", type: ""),
            .unusableExpression("", .noObjects), .unusableOrigin(.noObjects),
            .unusableAssertion(PredicateProblem(at: 0, "")),
            .unusableConversion("", from: "", to: ""),
        ] + Mapping.Key.allCases.map { .needlessLine(Mapping.Line($0, path), isUnknown: false) }

    @Test("Each code has exactly one meaning") func oneMeaning() {
        var meanings: [String: Set<String>] = [:]
        for reason in Self.reasons { meanings[Refusal(reason, at: Self.path).code, default: []].insert(reason.meaning) }
        for (code, found) in meanings { #expect(found.count == 1, "\(code): \(found.sorted())") }
        #expect(meanings.count == Set(Self.reasons.map(\.meaning)).count)
    }

    /// `apus diff --only losses` shows them: each may be the only finding of a change that loses values.
    @Test func whatMayHideALossIsOne() {
        let reasons: [Refusal.Reason] = [
            .leftWithoutValue, .unusableConversion("", from: "", to: ""), .unusableExpression("", .noObjects),
            .differsFromSteps(from: .unreleased, to: .unreleased, by: []),
            .ambiguousOriginalName("p", candidates: ["p"]),
        ]
        for reason in reasons { #expect(Refusal(reason, at: Self.path).isLoss, "\(reason)") }
        #expect(!Refusal(.attributeAddedWithoutValue(part: nil), at: Self.path).isLoss)
        #expect(!Refusal(.undecided, at: Self.path).isLoss)
    }
}

extension Refusal.Reason {
    /// What the reason means. The compiler asks here for a new case; it belongs into ``RefusalCodeTests``' list, too.
    fileprivate var meaning: String {
        switch self {
        case .claimedTwice: "claimed twice"
        case .ambiguousOriginalName: "ambiguous original name"
        case .likelyRename(let older, _): "likely rename of \(older.property == nil ? "an entity" : "a property")"
        case .entityRemoved: "entity removed"
        case .entityBecameAbstract: "entity became abstract"
        case .hierarchiesMerged: "hierarchies merged"
        case .propertyRemoved(let kind, _): "\(kind) removed"
        // Values that belong to no object that is known are lost like others.
        case .valuesSeparated: "attribute removed"
        case .referencesSeparated(_, let entity): entity == nil ? "relationship removed" : "references narrowed"
        case .inheritedPropertyLost: "inherited property lost"
        case .becameDerived: "became derived"
        case .becameTransient: "became transient"
        case .caseRemoved: "case removed"
        case .partRemoved: "part removed"
        case .referencesNarrowed: "references narrowed"
        case .orderLost: "order lost"
        case .valuesReplaced: "values replaced"
        case .kindChanged: "kind changed"
        case .typeChanged: "type changed"
        case .partTypeChanged: "type of a part changed"
        case .attributeAddedWithoutValue: "attribute added without a value"
        case .partAddedWithoutValue: "part added without a value"
        // Either way, a required attribute has rows without a value.
        case .becameRequiredWithoutValue, .leftWithoutValue: "required without a value"
        case .partRequiredWithoutValue: "part required without a value"
        case .becameStoredWithoutValue: "stored without a value"
        case .destinationChanged: "destination changed"
        case .inverseChanged: "inverse changed"
        case .differsFromSteps: "differs from the steps"
        case .needlessLine(let line, _): "needless \(line.key)"
        case .undecided: "undecided"
        case .unusableFill: "unusable fill"
        case .unusableExpression: "unusable expression"
        case .unusableOrigin: "unusable origin"
        case .unusableAssertion: "unusable assertion"
        case .unusableConversion: "unusable conversion"
        }
    }
}
