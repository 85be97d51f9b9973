import ApusMigration

extension Difference {
    /// The older and the newer value; `none` for `nil`: `none → 12`.
    func change(_ from: String?, _ to: String?) -> String {
        "\(from ?? "none") → \(to ?? "none")"
    }

    /// The value that existing rows get; empty if it is the default that the diff already shows.
    func filling(_ fill: String?, unless shown: String? = nil) -> String {
        guard let fill, fill != shown else { return "" }
        return ", existing rows without a value get \(fill)"
    }

    /// The conversion of older values into newer ones.
    func converting(_ conversion: String?) -> String {
        conversion.map { ", \($0)" } ?? ""
    }
}
