import Foundation

/// The text of a date: ISO 8601 where that says the date to the bit, seconds since the reference date otherwise.
enum DateText {
    private static let seconds: Date.ISO8601FormatStyle = .iso8601

    private static let milliseconds = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    // Foundation stops reading where the text no longer fits, and overlooks the rest.
    private static var dayForm: Regex<Substring> { /[0-9]{4}-[0-9]{2}-[0-9]{2}/ }

    private static var momentForm: Regex<(Substring, Substring, Substring?)> {
        /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])/
    }

    /// The seconds since 2001-01-01 00:00 UTC that a text says, or `nil` where it is no date.
    static func seconds(of text: String) -> Double? {
        // A whole number is more likely a year, a day such as 20260501, or a count from 1970.
        let isCount: Bool = text.utf8.contains {
            [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0)
        }
        if isCount, let number = Double(text) { return number.isFinite ? number : nil }
        if let day = try? dayForm.wholeMatch(in: text) { return wholeSeconds(String(day.0) + "T00:00:00Z") }
        guard let match = try? momentForm.wholeMatch(in: text), wholeSeconds(match.1 + "Z") != nil else { return nil }
        let style: Date.ISO8601FormatStyle = match.2 == nil ? seconds : milliseconds
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

    /// The seconds of a moment without a fraction in UTC, or `nil` where no calendar or clock has it: Foundation reads
    /// the 30th of February as a day in March, and 25 o'clock as the next day.
    private static func wholeSeconds(_ text: String) -> Double? {
        guard let moment = try? seconds.parse(text), seconds.format(moment) == text else { return nil }
        return moment.timeIntervalSinceReferenceDate
    }
}
