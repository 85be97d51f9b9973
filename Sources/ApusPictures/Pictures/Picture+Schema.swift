package import ApusDiagnostics
package import ApusSchema

extension Picture {
    /// Creates the picture of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - identities: What its cards are in an album; `nil` for a picture by itself.
    ///   - locate: Returns the location of an element in the model's files, if it is known.
    package init(
        _ schema: Schema,
        _ identities: CardIdentities? = nil,
        locating locate: (ElementPath) -> SourceLocation? = { _ in nil }
    ) {
        let identities = identities ?? CardIdentities(schema)
        let elements = ElementCard.all(of: schema) { locate($0).map(Source.init) }
        var rows: [ElementPath: Int] = [:]
        for element in elements where element.group == .entities {
            for (index, key) in element.keys.enumerated() {
                if case .element(let name) = key { rows[ElementPath(element.name, name)] = index }
            }
        }
        self.init(
            cards: elements.compactMap { element in
                guard let id = identities.id(of: element.name, in: element.group) else { return nil }
                var card = element.card
                card.id = id
                return card
            },
            edges: SchemaEdges(
                schema: schema,
                card: { identities.id(of: $0, in: .entities) },
                row: { rows[ElementPath($0, $1)] }
            ).all
        )
    }
}

extension Picture.Source {
    /// The file and line of a location.
    package init(_ location: SourceLocation) {
        self.init(file: location.file, line: location.line)
    }
}
