extension String {
    /// The text with escapes for what is not shown but does something: ends a line, moves a terminal's cursor, turns the
    /// direction. No input forges a finding, or steers the terminal that shows one.
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
