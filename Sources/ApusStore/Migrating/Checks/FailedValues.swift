public import ApusDiagnostics
public import ApusMigration
public import ApusSchema
import GRDB

/// Values in a store that prevent a migration, found before the first write.
public struct FailedValues: Hashable, Sendable {
    /// The requirement that the values do not meet.
    public enum Requirement: Hashable, Sendable {
        /// They must be convertible to another type.
        case conversion(Conversion)
        /// They must be cases of an enum.
        case cases
        /// They must be in the range of an integer type: computed and generated values.
        case range(ScalarType)
        /// The attribute's type must be able to hold what the mapping's expression gives.
        case fitting(ScalarType)
        /// The mapping's expression must be computable for them.
        case computing
        /// They must not be null.
        case presence
        /// There must be none: the attribute is new, and the mapping gives it no value.
        case noObjects
        /// The combination of the properties must be unique among the objects of an entity, after what the mapping does with
        /// objects that have the same one, if it says something about them.
        case uniqueness([String], entity: String, isReduced: Bool)
        /// Each must refer to one object: the relationship's references may have referred to several.
        case onlyOne
        /// The mapping's expression must find at most one object: for the relationship, or for each element of a list.
        case onlyFound
        /// Nothing of the objects must be lost, and each must stay one object.
        case keeping(ObjectLoss)
        /// They must be identities of rows in a table, by its current name.
        case reference(String)
    }

    /// A row with such a value.
    public struct Sample: Hashable, Sendable {
        /// The identity of the object.
        public let identity: Int64
        /// The value and what is wrong with it, safe to print; the entity of an object that has to be unique among those of
        /// several; empty if there is neither.
        public let problem: String
    }

    /// The property or relationship in the newer schema.
    public let path: ElementPath
    /// The current name of the objects' entity; the newer one of objects of several entities that have to be unique together.
    public let entity: String
    /// The requirement that the values do not meet.
    public let requirement: Requirement
    /// The number of rows.
    public let count: Int
    /// Some of the rows, those with the lowest identities.
    public let samples: [Sample]

    /// The maximum number of samples.
    static let sampleCount: Int = 3
}

extension FailedValues {
    /// Counts the rows of a query and keeps the first ones; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - path: The property or relationship in the newer schema.
    ///   - entity: The current name of the objects' entity.
    ///   - requirement: The requirement that the values do not meet.
    ///   - rows: The rows, ordered by identity: the identity, and the problem.
    ///   - isSecret: Whether the problems show encrypted values.
    /// - Throws: `DatabaseError`.
    init?(
        _ path: ElementPath,
        of entity: String,
        _ requirement: Requirement,
        in rows: RowCursor,
        isSecret: Bool = false
    ) throws {
        var count = 0
        var samples: [Sample] = []
        while let row = try rows.next() {
            count += 1
            guard count <= Self.sampleCount else { continue }
            let problem: String = try row.decode(atIndex: 1)
            samples.append(
                Sample(
                    identity: try row.decode(atIndex: 0),
                    problem: isSecret && !problem.isEmpty ? Secrets.text : problem
                )
            )
        }
        guard count > 0 else { return nil }
        self.init(path: path, entity: entity, requirement: requirement, count: count, samples: samples)
    }
}

extension FailedValues {
    /// The rows, what is wrong with them, and what to do.
    ///
    /// - Parameter location: The store.
    /// - Returns: The finding, an error.
    public func diagnostic(at location: SourceLocation? = nil) -> Diagnostic {
        let (message, help) = text
        return .error("\(message): \(rows)", at: location, help: help)
    }

    private var text: (message: String, help: [String]) {
        let fix = "change these values in the app or in the store first"
        let rows = count == 1 ? "1 row of '\(entity)' has" : "\(count) rows of '\(entity)' have"
        switch requirement {
        case .conversion(let conversion):
            let value = count == 1 ? "a value" : "values"
            return (
                "\(rows) \(value) that '\(path)' cannot hold as \(conversion.to.rawValue)",
                [
                    conversion.lenient.map {
                        "\(fix), or let them become null: '\($0.name)' in the mapping, in place of '\(conversion.name)'"
                    } ?? fix
                ]
            )
        case .cases:
            let value = count == 1 ? "a value that is not a case" : "values that are not cases"
            return ("\(rows) \(value) of '\(path)'", [fix])
        case .range(let type) where type == .int64 || type == .decimal:
            let sum = count == 1 ? "a sum" : "sums"
            return (
                "\(rows) \(sum) for '\(path)' \(type == .int64 ? "of more than 64 bits" : "that no decimal can hold")",
                ["change the values that are added in the app or in the store first"]
            )
        case .range(let type):
            let value = count == 1 ? "a value" : "values"
            return (
                "\(rows) \(value) of '\(path)' that its type cannot hold",
                ["give it a wider type than \(type.rawValue)"]
            )
        case .fitting(let type):
            let value = count == 1 ? "a value" : "values"
            return (
                "\(rows) \(value) computed for '\(path)' that it cannot hold as \(type.rawValue)",
                ["\(fix), or let the mapping's expression give another value for them"]
            )
        case .computing:
            let value = count == 1 ? "a value" : "values"
            return (
                "\(rows) \(value) from which '\(path)' cannot be computed",
                ["\(fix), or let the mapping's expression give another value for them"]
            )
        case .presence:
            return ("\(rows) no value for '\(path)'", ["\(fix), or make it optional"])
        case .noObjects:
            return (
                "\(rows) no value for '\(path)', which is new and required",
                [
                    "in place of 'require', say in the mapping what it is: 'fill' for an attribute, 'values' for a "
                        + "relationship (see Documentation/Cookbook.md); or make it optional"
                ]
            )
        case .uniqueness(let names, let entity, let isReduced):
            let line =
                isReduced
                ? "the mapping's line about them below 'duplicates' leaves these rows equal: \(fix), or change its 'keep'"
                : "say in the mapping which of them stays: "
                    + "'duplicates: { \(entity): { by: [\(names.joined(separator: ", "))], keep: newest } }'"
            return (
                "\(rows) the same \(names.map { "'\($0)'" }.joined(separator: " and ")) as other rows, but the newer "
                    + "version has a unique constraint",
                [line, "or \(isReduced ? "" : "\(fix), or ")remove the constraint from 'unique'"]
            )
        case .onlyOne:
            return (
                "\(rows) several objects for '\(path)', which is to-one",
                [
                    "choose one in the mapping: 'duplicates: { \(path): first }', or 'newest'",
                    "or remove the other references in the app or in the store first",
                ]
            )
        case .onlyFound:
            return (
                "\(rows) several objects that 'find' could give for '\(path)'",
                ["let 'find' compare values that only one object has, or make these objects 'distinct'"]
            )
        case .keeping(let loss): return text(ofLosing: loss)
        case .reference(let table):
            return (
                "\(rows) a '\(path)' that refers to no row of '\(table)'",
                [
                    "in the store, restore the rows of '\(table)', set the references to NULL, or delete the rows that have them"
                ]
            )
        }
    }

    private func text(ofLosing loss: ObjectLoss) -> (message: String, help: [String]) {
        let rows = count == 1 ? "1 row of '\(entity)'" : "\(count) rows of '\(entity)'"
        switch loss {
        case .object:
            return (
                "\(rows) would be lost, because no origin in the mapping takes \(count == 1 ? "it" : "them")",
                ["write an origin for them, or accept the loss in the mapping: 'accept: [\(path)]'"]
            )
        case .value(let name):
            return (
                "\(rows) would lose \(count == 1 ? "a value" : "values") of '\(name)', because no origin that keeps it takes "
                    + "\(count == 1 ? "the row" : "them")",
                [
                    "let the condition of an origin that keeps '\(name)' hold for them, or accept the loss in the mapping: "
                        + "'accept: [\(path)]'"
                ]
            )
        case .references(let relationship):
            return (
                "\(rows) may have references in '\(relationship)' that would be lost, because no origin that keeps them takes "
                    + "\(count == 1 ? "it" : "them")",
                [
                    "let the condition of an origin hold for them, or accept the loss in the mapping: "
                        + "'accept: [\(relationship)]'"
                ]
            )
        case .returned(let relationship):
            return (
                "\(count == 1 ? "1 reference" : "\(count) references") that the mapping makes in '\(relationship)' would not "
                    + "be returned, but the relationship is its own inverse",
                [
                    "let its expression point back from each object that it points to",
                    "or give up the references that are not returned: 'duplicates: { \(relationship): first }'",
                ]
            )
        case .unreturned(let relationship, let inverse):
            return (
                "\(count == 1 ? "1 reference" : "\(count) references") that the mapping makes in '\(relationship)' would be "
                    + "lost: its inverse '\(inverse)', which the mapping makes too, does not point back",
                [
                    "make both sides agree in the store first, or remove one of the two expressions if the mapping is not "
                        + "released yet"
                ]
            )
        case .crossing(let relationship, let isConditional):
            let references = count == 1 ? "1 reference" : "\(count) references"
            return (
                "\(references) in '\(relationship)' would be lost, because no newer relationship points from what the "
                    + "\(count == 1 ? "object becomes to what its" : "objects become to what their") reference"
                    + "\(count == 1 ? " points" : "s point") to",
                [
                    isConditional
                        ? "let the conditions of origins put both objects where one relationship can have them"
                        : "remove these references in the app or in the store first",
                    "or accept in the mapping that only one newer relationship keeps references: 'accept: [\(relationship)]'",
                ]
            )
        case .identity(let root):
            return (
                "\(rows) would be two objects with one identity below '\(root)', because the conditions of two origins hold",
                ["let only one condition hold for each object"]
            )
        }
    }

    private var rows: String {
        if case .reference = requirement {
            // In a join table, the row is identified by its first column.
            let texts: [String] = samples.map { "\($0.identity) → \($0.problem)" }
            return texts.joined(separator: ", ") + (count > samples.count ? " …" : "")
        }
        if case .uniqueness = requirement {
            let texts = samples.map { "_id \($0.identity)\($0.problem.isEmpty ? "" : " of '\($0.problem)'")" }
            return texts.joined(separator: ", ") + (count > samples.count ? " …" : "")
        }
        let isCount = requirement == .onlyOne || requirement == .onlyFound
        let texts: [String] = samples.map { sample in
            let problem = isCount ? "\(sample.problem) objects" : sample.problem
            return "_id \(sample.identity)\(problem.isEmpty ? "" : " (\(problem))")"
        }
        return texts.joined(separator: ", ") + (count > samples.count ? " …" : "")
    }
}
