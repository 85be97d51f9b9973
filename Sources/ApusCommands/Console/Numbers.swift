import Foundation

extension Duration {
    /// The seconds with two digits after the point: `0.31 s`.
    var shownAsSeconds: String {
        let hundredths = Int((self / .milliseconds(10)).rounded())
        let rest = String(hundredths % 100)
        return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest) s"
    }
}

extension Double {
    /// Seconds as a clock shows them: `0:07`, `12:30`, `1:02:03`.
    var shownAsClock: String {
        let seconds = Int(Swift.min(Swift.max(self, 0), 360_000).rounded(.up))
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)") + ":\(padded(seconds % 60))"
    }
}
