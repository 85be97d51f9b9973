extension ReferenceContext {
    /// Takes over what a nested context has changed.
    mutating func adopt(_ child: ReferenceContext, _ store: ClubStore) {
        let theirs = child.visible(store)
        for object in deleted where !child.deleted.contains(object) {
            deleted.removeAll { $0 == object }
            causes[object] = nil
        }
        for object in child.inserted where !inserted.contains(object) {
            guard let row = child.rows[object] else { continue }
            insert(object, ClubRow(kind: row.kind, values: row.values))
        }
        for (object, row) in theirs.rows.sorted(by: { $0.key < $1.key }) {
            for index in row.values.indices where self.row(object, store)?.values[index] != row.values[index] {
                set(.attribute(index), of: object, to: row.values[index], store)
            }
            for key in row.kind.keys where self.row(object, store)?.keys[key] != row.keys[key] {
                set(key, of: object, to: row.keys[key], store)
            }
        }
        let gone = visible(store).rows.keys.filter { theirs.rows[$0] == nil }.sorted()
        for object in gone.filter({ child.causes[$0] == nil }) + gone { delete(object, store) }
        for object in gone { causes[object] = child.causes[object] }
        let pairs = visible(store).pairs
        for pair in theirs.pairs.subtracting(pairs) { add(pair, store) }
        for pair in pairs.subtracting(theirs.pairs) { remove(pair, store) }
        for (team, line) in theirs.lines where visible(store).lines[team] != line {
            setLine(team, store, to: line)
        }
    }
}
