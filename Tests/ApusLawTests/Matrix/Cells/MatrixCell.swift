/// What was tried of one edit after another.
struct MatrixCell: Sendable {
    /// Whether the run tried the cell at all.
    var isTried: Bool = false
    /// Histories whose data the naive interpreter took to the end.
    var hits: Int = 0
    /// Those with both edits in one stage.
    var fusedHits: Int = 0
    /// Histories whose data stopped the migration.
    var stops: Int = 0
    /// How near the second edit came to the first.
    var closeness: Closeness?
    /// What was hard about the rows of what the edits touched.
    var edges: Set<DataEdge> = []
    /// What is wrong.
    var breaches: [String] = []

    /// Whether the cell was tried and nothing hit it.
    var isEmpty: Bool { isTried && hits == 0 && breaches.isEmpty }

    /// One character: how near, or a space where nothing was hit, a cross where something is wrong, a dash where nothing
    /// was tried.
    var letter: Character {
        guard isTried else { return "-" }
        guard breaches.isEmpty else { return "X" }
        guard hits > 0 else { return stops > 0 ? "!" : " " }
        switch closeness {
        case .element: return "#"
        case .entity: return "+"
        default: return "."
        }
    }
}
