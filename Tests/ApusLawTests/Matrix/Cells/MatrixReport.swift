/// The matrix as text: a line an edit, a character a neighbour.
struct MatrixReport {
    let edits: [MatrixEdit]
    let cells: [[MatrixCell]]

    /// Cells that nothing hit, as `first, then second`.
    var empty: [(first: String, second: String)] {
        edits.indices.flatMap { first in
            edits.indices.filter { cells[first][$0].isEmpty }.map {
                (edits[first].name, edits[$0].name)
            }
        }
    }

    /// Edits that met no data of an edge, in any cell.
    var missedEdges: [(edit: String, edge: DataEdge)] {
        edits.indices.flatMap { number in
            let all: [MatrixCell] = cells[number] + edits.indices.map { cells[$0][number] }
            let seen: Set<DataEdge> = all.reduce(into: []) { $0.formUnion($1.edges) }
            return DataEdge.allCases.filter { !seen.contains($0) }.map { (edits[number].name, $0) }
        }
    }

    /// What is wrong, of all cells.
    var breaches: [String] { cells.joined().flatMap(\.breaches) }

    /// The matrix: what it says, the numbers of the second edits, and a line for each first one.
    var text: String {
        let all: [MatrixCell] = cells.flatMap { $0 }.filter(\.isTried)
        let histories: Int = all.reduce(0) { $0 + $1.hits + $1.fusedHits + $1.stops }
        let total = edits.count * edits.count
        let name: Int = edits.map(\.name.count).max() ?? 0
        var lines: [String] = [
            "\(all.count) of \(total) cells filled, \(histories) histories",
            "a line an edit, a character the edit that follows it:",
            "  # on the same element, + on the same entity, . elsewhere, - not tried in this run,",
            "  ! only data that stopped the migration, X breached, a space where nothing hit the cell;",
            "then what data the line's edit met: "
                + DataEdge.allCases.map { "\($0.letter) \($0.rawValue)" }.joined(separator: ", "),
        ]
        let margin = String(repeating: " ", count: name + 4)
        for digit in [100, 10, 1] {
            lines.append("\(margin)|" + edits.indices.map { "\(($0 + 1) / digit % 10)" }.joined() + "|")
        }
        for (number, edit) in edits.enumerated() {
            let edges: Set<DataEdge> = cells[number].reduce(into: []) { $0.formUnion($1.edges) }
            let seen = String(DataEdge.allCases.map { edges.contains($0) ? $0.letter : "-" })
            let label = String(repeating: " ", count: 3 - "\(number + 1)".count) + "\(number + 1) "
            let padding = String(repeating: " ", count: name - edit.name.count)
            lines.append("\(label)\(edit.name)\(padding)|\(String(cells[number].map(\.letter)))| \(seen)")
        }
        return lines.joined(separator: "\n")
    }

    /// How many cells met data of each edge.
    var edgeCounts: String {
        DataEdge.allCases.map { edge in
            "\(edge.rawValue) \(cellCount(edge))"
        }.joined(separator: ", ")
    }

    /// How many cells met data of an edge.
    func cellCount(_ edge: DataEdge) -> Int {
        cells.joined().count { $0.edges.contains(edge) }
    }
}
