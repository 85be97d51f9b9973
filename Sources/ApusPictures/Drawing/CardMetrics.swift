/// The sizes of what is drawn.
enum CardMetrics {
    static let name = TextStyle(size: 14, isStrong: true)
    static let kind = TextStyle(size: 11.5)
    static let rowName = TextStyle(size: 13)
    static let rowType = TextStyle(size: 12)
    static let note = TextStyle(size: 11)
    static let urgentNote = TextStyle(size: 11, isStrong: true)

    static let headerHeight = 38
    static let rowHeight = 23
    static let noteHeight = 18
    /// Below the notes of a card.
    static let noteGap = 6
    /// Below the last row.
    static let footHeight = 8

    static let widths = 160...320
    /// The distance of texts from the left and the right side.
    static let padding = 14
    /// What signs need at the left.
    static let signWidth = 12
    /// The least distance between a name and its type.
    static let gap = 18
    /// The width of the picture of a mark.
    static let markWidth = 15
    /// At most so many rows of a card are drawn, and listed beside the picture.
    static let rows = 400
    /// At most so many lines tell what happens to a row.
    static let noteLines = 3

    /// The space around the drawing.
    static let margin = 28
    static let cornerRadius = 8
}
