import Foundation

/// The text of a date: ISO 8601 where that says the date to the bit, seconds since the reference date otherwise.
enum DateText {
    private static let seconds: Date.ISO8601FormatStyle = .iso8601

    private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The seconds since 2001-01-01 00:00 UTC that a text says, or `nil` where it is no date.
    static func seconds(of text: String) -> Double? {
        if let number = Double(text) { return number.isFinite ? number : nil }
        if let day = dayOnly(text) { return day }
        let style: Date.ISO8601FormatStyle = text.contains(".") ? milliseconds : seconds
        return (try? style.parse(text))?.timeIntervalSinceReferenceDate
    }

    /// A text that says the date to the bit.
    static func text(of date: Double) -> String {
        // Outside these years ISO 8601 needs an agreement between writer and reader.
        let spoken = date.magnitude < 60_000_000_000
        guard spoken else { return date.description }
        let moment = Date(timeIntervalSinceReferenceDate: date)
        for style in [seconds, milliseconds] {
            let text: String = style.format(moment)
            if Self.seconds(of: text)?.bitPattern == date.bitPattern { return text }
        }
        return date.description
    }

    /// Midnight UTC of a date without a time, `2026-05-01`.
    private static func dayOnly(_ text: String) -> Double? {
        guard text.count == 10, text.utf8.filter({ $0 == UInt8(ascii: "-") }).count == 2 else { return nil }
        return (try? seconds.parse(text + "T00:00:00Z"))?.timeIntervalSinceReferenceDate
    }
}
