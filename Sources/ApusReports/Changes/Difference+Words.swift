import ApusMigration

extension Difference {
    /// What was and what is, where `nil` is nothing: `none → 12`.
    func change(_ from: String?, _ to: String?) -> String {
        "\(from ?? "none") → \(to ?? "none")"
    }

    /// What existing rows get; nothing where that is what is said already.
    func filling(_ fill: String?, unless said: String? = nil) -> String {
        guard let fill, fill != said else { return "" }
        return ", existing rows without a value get \(fill)"
    }

    /// How older values become newer ones.
    func converting(_ conversion: String?) -> String {
        conversion.map { ", \($0)" } ?? ""
    }
}
