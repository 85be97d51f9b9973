import ApusDiagnostics
import ApusPictures
import ApusSchema
import Testing

/// The picture of one schema.
@Suite struct SchemaPictureTests {
    private let picture = Picture(.trips) { SourceLocation(file: "T.yaml", line: $0.property == nil ? 1 : 2) }

    private func card(_ name: String) throws -> Picture.Card {
        try #require(picture.cards.first { $0.name == name })
    }

    private func row(_ card: String, _ name: String) throws -> Picture.Row {
        try #require(try self.card(card).rows.first { $0.name == name })
    }

    @Test func cardsInTheSchemasOrder() {
        #expect(
            picture.cards.map { "\($0.kind) \($0.name)\($0.parent.map { ": \($0)" } ?? "")" } == [
                "abstract Base", "entity Trip: Base", "entity Item", "entity Person", "enumeration Mood",
                "composite Home",
            ]
        )
        #expect(picture.cards.map(\.id) == Array(0..<6))
        #expect(picture.cards.allSatisfy { $0.sign == nil && !$0.isFolded })
    }

    @Test func rows() throws {
        #expect(
            try card("Trip").rows.map { "\($0.kind) \($0.name): \($0.type) \($0.marks.map(\.rawValue))" } == [
                "attribute code: string [\"unique\", \"indexed\"]", "attribute nights: int32 = 1 [\"indexed\"]",
                "attribute secret: string? [\"encrypted\"]", "attribute photo: data? [\"external\"]",
                "attribute label: string? [\"derived\"]", "attribute weather: string? [\"transient\"]",
                "attribute mood: Mood? []", "relationship items: to many Item [\"ordered\"]",
                "relationship owner: to one Person? []", "unique code, nights: unique []",
                "index byCode: code desc, nights, where nights > 1 []",
            ]
        )
        #expect(
            try card("Mood").rows.map { "\($0.kind) \($0.name): \($0.type)" } == ["value good: 'g'", "value bad: 'b'"]
        )
        #expect(try card("Home").rows.map { "\($0.kind) \($0.name): \($0.type)" } == ["part city: string"])
    }

    @Test func documentationAndLocations() throws {
        #expect(try card("Trip").documentation == "A journey.")
        #expect(try row("Trip", "code").documentation == "Its code.")
        #expect(try card("Trip").source == Picture.Source(file: "T.yaml", line: 1))
        #expect(try row("Mood", "good").source == Picture.Source(file: "T.yaml", line: 2))
    }

    @Test("A pair is one edge, from the side that has many")
    func pairs() {
        #expect(
            picture.edges.map(picture.text) == [
                "relationship Trip.items one → Item.trip many", "inheritance Base one → Trip optional",
                "relationship Item.twin optional → Item.other optional",
                "relationship Item.like unknown → Item many", "relationship Person.trips optional → Trip.owner many",
                "relationship Person.friends many → Person.friends many",
            ]
        )
    }

    @Test("A destination that does not exist is left out")
    func danglingNames() {
        let entity = Entity(
            "A",
            parent: "Z",
            relationships: [.toOne("b", "B", inverse: "a"), .toMany("c", "A", inverse: "x")]
        )
        let picture = Picture(Schema(model: "M", entities: [entity]))
        #expect(picture.edges.map(picture.text) == ["relationship A.c unknown → A many"])
    }
}

extension Picture {
    /// An edge as text.
    func text(of edge: Edge) -> String {
        func end(_ end: Edge.End) -> String {
            let card = cards.first { $0.id == end.card }
            let row = end.row.flatMap { row in card.map { ".\($0.rows[row].name)" } } ?? ""
            return "\(card?.name ?? "?")\(row) \(end.count)"
        }
        return "\(edge.kind) \(end(edge.source)) → \(end(edge.target))" + (edge.sign.map { " \($0.rawValue)" } ?? "")
    }
}

extension Schema {
    /// A schema with each kind of element.
    static let trips: Schema = {
        var code = Attribute("code", .string)
        (code.isUnique, code.documentation) = (true, "Its code.")
        var secret = Attribute("secret", .string, isOptional: true)
        secret.encryptionKey = "k"
        var photo = Attribute("photo", .data, isOptional: true)
        photo.usesExternalStorage = true
        var label = Attribute("label", .string, isOptional: true)
        label.derivation = .function(.uppercase, of: ["code"])
        var weather = Attribute("weather", .string, isOptional: true)
        weather.isTransient = true
        var items = Relationship.toMany("items", "Item", inverse: "trip")
        items.isOrdered = true
        var trip = Entity(
            "Trip",
            parent: "Base",
            attributes: [
                code, Attribute("nights", .int32, default: .int(1)), secret, photo, label, weather,
                Attribute("mood", .named("Mood"), isOptional: true),
            ],
            relationships: [items, .toOne("owner", "Person", isOptional: true, inverse: "trips")]
        )
        trip.documentation = "A journey."
        trip.uniquenessConstraints = [["code", "nights"]]
        trip.indexes = [.init("byCode", [.init("code desc"), .init("nights")], predicate: "nights > 1")]
        let item = Entity(
            "Item",
            relationships: [
                .toOne("trip", "Trip", inverse: "items"),
                .toOne("other", "Item", isOptional: true, inverse: "twin"),
                .toOne("twin", "Item", isOptional: true, inverse: "other"), .toMany("like", "Item"),
            ]
        )
        let person = Entity(
            "Person",
            relationships: [
                .toMany("trips", "Trip", inverse: "owner"), .toMany("friends", "Person", inverse: "friends"),
            ]
        )
        var base = Entity("Base")
        base.isAbstract = true
        var schema = Schema(model: "Trips", entities: [base, trip, item, person])
        schema.enumerations = [Enumeration("Mood", cases: [.init("good", .string("g")), .init("bad", .string("b"))])]
        schema.composites = [Composite("Home", attributes: [Attribute("city", .string)])]
        return schema
    }()
}
