import ApusReports

/// The font size and weight of a text, for an estimate of its width: no font can be measured where pages are made, and each reader has
/// another one.
struct TextStyle: Hashable {
    /// The size in the drawing's units.
    var size: Double
    /// Whether it is semibold.
    var isStrong = false

    /// Returns the width that a text has in most system fonts, rather more than less.
    func width(of text: String) -> Int {
        Int((text.reduce(0) { $0 + $1.widthInEm } * size * (isStrong ? 1.12 : 1)).rounded(.up))
    }

    /// Returns the text, or as much of its start as fits into a width, with an ellipsis.
    func cut(_ text: String, to width: Int, characters: Int = 34) -> String {
        if text.count <= characters, self.width(of: text) <= width { return text }
        var cut = text.prefix(characters - 1)
        while cut.count > 1, self.width(of: cut + "…") > width { cut.removeLast() }
        return cut + "…"
    }
}

extension Character {
    /// The advance in a typical system font.
    fileprivate var widthInEm: Double {
        switch self {
        case "i", "j", "l", ".", ",", ":", ";", "'", "|", "I", "!": 0.29
        case "f", "t", "r", "(", ")", "[", "]", "-", " ", "/": 0.4
        case "m", "w", "M", "W", "@", "%": 0.9
        case "c", "k", "s", "v", "x", "y", "z", "?", "_": 0.54
        case "a"..."z", "0"..."9": 0.6
        case "A"..."Z": 0.69
        case "→", "…": 1
        default: max(0.62, Double(String(self).displayWidth) * 0.62)
        }
    }
}
