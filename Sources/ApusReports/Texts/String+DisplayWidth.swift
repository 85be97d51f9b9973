import ApusDiagnostics

extension String {
    /// The number of terminal columns of the text: none for combining marks, two for wide characters and emoji.
    package var displayWidth: Int {
        shown.reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the printable text, padded with spaces to a width.
    func shownPadded(to width: Int) -> String {
        shown + String(repeating: " ", count: max(0, width - displayWidth))
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        if unicodeScalars.contains(where: \.isWide) { return 2 }
        return unicodeScalars.allSatisfy(\.hasNoWidth) ? 0 : 1
    }
}

extension Unicode.Scalar {
    fileprivate var hasNoWidth: Bool {
        [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory)
    }

    /// Whether the East Asian Width is wide or full, or the scalar selects an emoji presentation.
    fileprivate var isWide: Bool {
        if value == 0xFE0F || properties.isEmojiPresentation { return true }
        return Self.wide.contains { $0.contains(value) }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
        0x20000...0x3FFFD,
    ]
}
