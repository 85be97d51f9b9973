import ApusSchema
import ApusTestSupport
import Foundation

/// A part of a mapping model, and what an import writes for it.
struct TranslationCase: CustomStringConvertible {
    /// What the mapping model says, as the page has it.
    let part: String
    /// The entities before and after.
    let before: String
    let after: String
    let mappings: [MappingModelFile.EntityMapping]
    /// The rows of the older store.
    let rows: String
    /// Queries of the newer store, with the rows that Core Data's migration leaves, by an idea of their own.
    let expected: [(query: String, rows: [String])]

    var description: String { part }

    init(
        _ part: String,
        _ before: String,
        _ after: String,
        _ mappings: MappingModelFile.EntityMapping...,
        rows: String,
        expected: (String, [String])...
    ) {
        self.init(part, before, after, mappings, rows: rows, expected: expected)
    }

    init(
        _ part: String,
        _ before: String,
        _ after: String,
        _ mappings: [MappingModelFile.EntityMapping],
        rows: String,
        expected: [(String, [String])]
    ) {
        (self.part, self.before, self.after, self.mappings) = (part, before, after, mappings)
        (self.rows, self.expected) = (rows, expected.map { (query: $0.0, rows: $0.1) })
    }

    /// A property of trips that an expression computes.
    init(
        _ part: String,
        _ name: String,
        _ type: String,
        _ keys: String,
        _ expression: ArchivedObject,
        gives values: [String]
    ) {
        self.init(
            part,
            Self.trip(),
            Self.trip(InferenceCase.attribute(name, type, keys)),
            .init("Trip", "Trip", .attribute(name, expression)),
            .init("Person", "Person"),
            rows: Self.rows,
            expected: ("SELECT \(name) FROM Trip ORDER BY _id", values)
        )
    }

    /// A required property of trips that an expression computes.
    init(_ part: String, _ name: String, _ type: String, _ expression: ArchivedObject, gives values: [String]) {
        self.init(part, name, type, "", expression, gives: values)
    }

    /// Trips with owners.
    private static func trip(_ properties: String...) -> String {
        InferenceCase.entity(
            "Trip",
            "",
            ([
                InferenceCase.attribute("title", "String"),
                InferenceCase.attribute("place", "String", InferenceCase.optional),
                InferenceCase.attribute("nights", "Integer 16"),
                InferenceCase.attribute("price", "Double"),
                InferenceCase.attribute("start", "Double"),
                InferenceCase.relationship(
                    "owner",
                    to: "Person",
                    "optional=\"YES\" inverseName=\"trips\" inverseEntity=\"Trip\""
                ),
            ] + properties).joined()
        )
            + InferenceCase.entity(
                "Person",
                "",
                InferenceCase.attribute("name", "String"),
                InferenceCase.relationship(
                    "trips",
                    to: "Trip",
                    "optional=\"YES\" inverseName=\"owner\" inverseEntity=\"Trip\"",
                    isToMany: true
                )
            )
    }

    private static let rows = """
        INSERT INTO Person (_id, name) VALUES (1, 'Ada'), (2, 'Bo');
        INSERT INTO Trip (_id, title, place, nights, price, start, owner) VALUES
            (1, 'Alps', 'a', 7, 1.5, 0, 1), (2, 'sée "x"', NULL, -3, -2, 86400, 1), (5, '', '', 0, 0.25, 1.5, NULL)
        """
}
