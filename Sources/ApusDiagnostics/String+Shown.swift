extension String {
    /// The string with escapes for invisible characters that have an effect: line breaks, terminal control characters
    /// and changes of the writing direction. So no input can forge a finding or control the terminal that shows one.
    package var shown: String {
        guard unicodeScalars.contains(where: \.steers) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.steers {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var steers: Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) || properties.isBidiControl
    }
}
