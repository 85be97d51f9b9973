/// The matrix as text: a line an edit, a character a neighbour.
struct MatrixReport {
    let edits: [MatrixEdit]
    let cells: [[MatrixCell]]

    /// Cells that nothing hit, as `first, then second`.
    var empty: [(first: String, second: String)] {
        edits.indices.flatMap { first in
            edits.indices.filter { cells[first][$0].isTried && cells[first][$0].hits == 0 }.map {
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

    var text: String {
        let histories: Int = cells.joined().reduce(0) { $0 + $1.hits + $1.fusedHits + $1.stops }
        var lines: [String] = [
            "\(histories) histories; # the same element, + the same entity, . elsewhere, ! only stopped, space none, - not tried; "
                + "then which data a line's edit met: "
                + DataEdge.allCases.map { "\($0.letter) \($0.rawValue)" }.joined(separator: ", ")
        ]
        for (number, edit) in edits.enumerated() {
            let row = String(cells[number].map(\.letter))
            let edges: Set<DataEdge> = cells[number].reduce(into: []) { $0.formUnion($1.edges) }
            let seen = String(DataEdge.allCases.map { edges.contains($0) ? $0.letter : "-" })
            let name: String = edit.name + String(repeating: " ", count: max(0, 38 - edit.name.count))
            lines.append("\(name)|\(row)| \(seen)")
        }
        return lines.joined(separator: "\n")
    }

    /// How many cells met data of each edge.
    var edgeCounts: String {
        DataEdge.allCases.map { edge in
            "\(edge.rawValue) \(cells.joined().count { $0.edges.contains(edge) })"
        }.joined(separator: ", ")
    }
}
