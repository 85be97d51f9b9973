extension Album {
    /// The names of all cards of all pictures, former ones too, each once.
    package var names: [String] {
        var seen: Set<String> = []
        return frames.flatMap { $0.picture.cards.flatMap { [$0.name, $0.formerName].compactMap { $0 } } }
            .filter { seen.insert($0).inserted }
    }

    /// Returns the album with some cards and their neighbours, which an edge connects with them in any of the pictures.
    ///
    /// - Parameter names: The names of the cards, in any of the pictures.
    /// - Returns: The album.
    package func selecting(_ names: [String]) -> Album {
        if names.isEmpty { return self }
        let wanted = Set(names)
        let chosen = Set(
            frames.flatMap(\.picture.cards).filter { card in
                wanted.contains(card.name) || card.formerName.map(wanted.contains) == true
            }.map(\.id)
        )
        let shown = frames.reduce(into: chosen) { $0.formUnion($1.picture.neighbours(of: chosen)) }
        var copy = self
        for index in frames.indices { copy.frames[index].picture = frames[index].picture.keeping(shown) }
        return copy
    }
}

extension Picture {
    /// The identities of the cards that an edge connects with some cards.
    package func neighbours(of cards: Set<Int>) -> Set<Int> {
        Set(
            edges.flatMap { edge -> [Int] in
                let ends = [edge.source.card, edge.target.card]
                return ends.contains(where: cards.contains) ? ends : []
            }
        )
    }

    /// Returns what changes: the cards that are not folded, and by name those that an edge connects with them.
    ///
    /// - Parameter limit: The largest number of cards. Where the neighbours exceed it, only the changed cards are returned.
    /// - Returns: The picture; `nil` if nothing changes, or if more cards than that do.
    package func changes(upTo limit: Int) -> Picture? {
        let changed = Set(cards.filter { !$0.isFolded }.map(\.id))
        if changed.isEmpty || changed.count > limit { return nil }
        let shown = changed.union(neighbours(of: changed))
        return keeping(shown.count > limit ? changed : shown)
    }

    /// Returns the picture with some of its cards, and the edges between these.
    package func keeping(_ identities: Set<Int>) -> Picture {
        var copy = self
        copy.cards.removeAll { !identities.contains($0.id) }
        copy.edges.removeAll { !identities.contains($0.source.card) || !identities.contains($0.target.card) }
        return copy
    }
}
