public import ApusDiagnostics
import Foundation

extension ConversionFailure: ExplainedError {
    /// The value and the reason: `'40000' is outside -32768...32767`.
    public var diagnostics: [Diagnostic] { [.error("\(value.shown) \(reason.predicate)")] }
}

extension StoredValue {
    /// The value in quotes for a message, truncated if it is long, without terminal control characters.
    public var shown: String {
        switch self {
        case .null: return "null"
        case .integer(let number): return "'\(number)'"
        case .real(let number): return "'\(number)'"
        case .text(let text):
            let limit: Int = 40
            // Counts scalars, because a single character can be arbitrarily long.
            let start = String(text.unicodeScalars.prefix(limit))
            return "'\(start.shown)\(start.utf8.count < text.utf8.count ? "…" : "")'"
        case .blob(let data):
            let limit: Int = 16
            let start: String = Data(data.prefix(limit)).hexDigits
            return "'\(start)\(data.count > limit ? "…" : "")' (\(data.count) \(data.count == 1 ? "byte" : "bytes"))"
        }
    }
}
