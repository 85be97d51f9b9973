/// The words of an element's name: `startDate`, `start_date` and `StartDate` are `start`, `date`.
struct NameWords: Sendable {
    /// The words, with ASCII letters in lowercase.
    let words: [String]

    /// Splits a name into its words.
    init(_ name: String) {
        var words: [String] = []
        var word: [UInt8] = []
        var wasCapital = false
        let bytes: [UInt8] = Array(name.utf8)
        for (index, byte) in bytes.enumerated() {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let isSmallNext: Bool =
                index + 1 < bytes.count && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index + 1])
            // `URLText` is `url`, `text`.
            let isStart = isCapital && (!wasCapital || isSmallNext)
            let isGap = byte == UInt8(ascii: "_")
            if isStart || isGap, !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if !isGap { word.append(isCapital ? byte + 32 : byte) }
            wasCapital = isCapital
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        self.words = words
    }

    /// Whether one of the words is in a list.
    func has(_ some: String...) -> Bool {
        words.contains { some.contains($0) }
    }
}
