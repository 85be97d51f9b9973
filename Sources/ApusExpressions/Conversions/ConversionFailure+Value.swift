public import ApusDiagnostics
import Foundation

extension ConversionFailure: ExplainedError {
    /// The value and the reason: `'40000' is outside -32768...32767`.
    public var diagnostics: [Diagnostic] { [.error("\(value.shown) \(reason.predicate)")] }
}

extension StoredValue {
    /// The value as a report shows one of a type: numbers, truth values, dates and UUIDs as a model's file writes them,
    /// all others as ``shown``.
    package func shown(as type: ScalarType) -> String {
        switch (type, self) {
        case (.bool, .integer(0)): "false"
        case (.bool, .integer(1)): "true"
        case (.date, .real(let seconds)) where seconds.isFinite: DateText.text(of: seconds)
        case (.date, .integer(let seconds)): DateText.text(of: Double(seconds))
        case (.uuid, .blob(let bytes)) where bytes.count == 16:
            UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
        case (_, .integer(let number)) where type.isNumber: "\(number)"
        case (_, .real(let number)) where type.isNumber: "\(number)"
        case (.decimal, .text): String(shown.dropFirst().dropLast())
        default: shown
        }
    }

    /// The value in quotes for a message, truncated if it is long, without terminal control characters.
    public var shown: String {
        switch self {
        case .null: return "null"
        case .integer(let number): return "'\(number)'"
        case .real(let number): return "'\(number)'"
        case .text(let text):
            let limit = 40
            // Counts scalars, because a single character can be arbitrarily long.
            let start = String(text.unicodeScalars.prefix(limit))
            return "'\(start.shown)\(start.utf8.count < text.utf8.count ? "…" : "")'"
        case .blob(let data):
            let limit = 16
            let start: String = Data(data.prefix(limit)).hexDigits
            return "'\(start)\(data.count > limit ? "…" : "")' (\(data.count) \(data.count == 1 ? "byte" : "bytes"))"
        }
    }
}
