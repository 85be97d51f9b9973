extension Int {
    /// The number with a comma between each three digits: `1,000,000`. It is the same on every machine.
    package var grouped: String {
        let digits = String(magnitude)
        let parts = stride(from: digits.count % 3 - 3, to: digits.count, by: 3).map { start in
            digits.dropFirst(Swift.max(0, start)).prefix(start < 0 ? start + 3 : 3)
        }
        return (self < 0 ? "-" : "") + parts.filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// The number with a noun: `1 loss`, `2 losses`, `1,200 decisions`.
    package func of(_ singular: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}
