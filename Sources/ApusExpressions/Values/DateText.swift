import Foundation

/// The text of a date: ISO 8601 if that is exact to the bit, seconds since the reference date otherwise.
enum DateText {
    private static let seconds: Date.ISO8601FormatStyle = .iso8601

    private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    // Foundation ignores the rest of a text after the part that it can parse. The forms are compiled once: that takes
    // longer than a match. They are safe to share, because they contain no code of their own.
    nonisolated(unsafe) private static let dayForm: Regex<Substring> = /[0-9]{4}-[0-9]{2}-[0-9]{2}/

    nonisolated(unsafe) private static let momentForm: Regex<(Substring, Substring, Substring?)> =
        /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])/

    /// Returns the seconds since 2001-01-01 00:00 UTC of a text, or `nil` if it is not a date.
    static func seconds(of text: String) -> Double? {
        // A whole number is more likely a year, a day such as 20260501, or a Unix time.
        let isCount = text.utf8.contains {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
        }
        if isCount, let number = Double(text) { return number.isFinite ? number : nil }
        if let day = try? dayForm.wholeMatch(in: text) { return wholeSeconds(String(day.0) + "T00:00:00Z") }
        guard let match = try? momentForm.wholeMatch(in: text), wholeSeconds(match.1 + "Z") != nil else { return nil }
        let style: Date.ISO8601FormatStyle = match.2 == nil ? seconds : milliseconds
        return (try? style.parse(text))?.timeIntervalSinceReferenceDate
    }

    /// Returns a text that represents the date to the bit.
    static func text(of date: Double) -> String {
        // ISO 8601 requires an agreement between writer and reader for other years.
        let spoken = date.magnitude < 60_000_000_000
        guard spoken else { return date.description }
        let moment = Date(timeIntervalSinceReferenceDate: date)
        for style in [seconds, milliseconds] {
            let text: String = style.format(moment)
            if Self.seconds(of: text)?.bitPattern == date.bitPattern { return text }
        }
        return date.description
    }

    /// Returns the seconds of a UTC date without a fraction, or `nil` if the date does not exist: Foundation reads
    /// February 30 as a day in March, and 25:00 as a time on the next day.
    private static func wholeSeconds(_ text: String) -> Double? {
        guard let moment = try? seconds.parse(text), seconds.format(moment) == text else { return nil }
        return moment.timeIntervalSinceReferenceDate
    }
}
