/// An exact date in ISO 8601, with enough fractional digits to read back the same date.
enum MomentText {
    /// Returns the text of a date in UTC: `2026-05-01T12:30:45.5Z`.
    static func text(of date: Double) throws(ConversionFailure.Reason) -> String {
        let seconds = Digits(date: date)
        guard let whole = seconds.integer(.down), let day = CivilDay(of: whole) else { throw .outsideYears }
        let clock: Int64 = whole - day.midnight
        let time = [clock / 3600, clock / 60 % 60, clock % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        // At least 0 and less than 1; the zero before the point is dropped.
        let fraction: Digits = seconds + Digits(-whole)
        return "\(day.text)T\(time)\(fraction.isZero ? "" : String(fraction.plainText.dropFirst()))Z"
    }

    /// Reads a day, which means its midnight in UTC, or a day and a time with an offset from UTC.
    static func date(_ text: String) throws(ConversionFailure.Reason) -> Double {
        var rest = TextScanner(text)
        guard let year = rest.number(digits: 4), rest.take("-"), let month = rest.number(digits: 2), rest.take("-"),
            let number = rest.number(digits: 2), let day = CivilDay(year: year, month: month, day: number)
        else { throw .unreadable(.date) }
        if rest.isAtEnd { return Double(day.midnight) }
        guard rest.take("T") || rest.take("t") || rest.take(" "), let clock = time(&rest) else {
            throw .unreadable(.date)
        }
        if rest.isAtEnd { throw .noTimeZone }
        guard let offset = offset(&rest), rest.isAtEnd else { throw .unreadable(.date) }
        return (Digits(day.midnight - offset) + clock).nearest(.double)
    }

    /// Reads a time such as `12:30` or `12:30:45.5` as seconds since midnight.
    private static func time(_ rest: inout TextScanner) -> Digits? {
        guard let hours = rest.number(digits: 2), rest.take(":"), let minutes = rest.number(digits: 2), hours < 24,
            minutes < 60
        else { return nil }
        let whole: Int64 = hours * 3600 + minutes * 60
        guard rest.take(":") else { return Digits(whole) }
        guard let seconds = rest.number(digits: 2), seconds < 60 else { return nil }
        guard rest.take(".") else { return Digits(whole + seconds) }
        let fraction: [UInt8] = rest.digits()
        guard !fraction.isEmpty else { return nil }
        return Digits(whole + seconds) + Digits(isNegative: false, fraction, exponent: -fraction.count)
    }

    /// Reads an offset such as `Z`, `+02:00`, `-0130` or `+01` as seconds ahead of UTC.
    private static func offset(_ rest: inout TextScanner) -> Int64? {
        if rest.take("Z") || rest.take("z") { return 0 }
        let isBehind = rest.take("-")
        guard isBehind || rest.take("+"), let hours = rest.number(digits: 2), hours <= 14 else { return nil }
        var minutes: Int64 = 0
        if !rest.isAtEnd {
            _ = rest.take(":")
            guard let number = rest.number(digits: 2), number < 60 else { return nil }
            minutes = number
        }
        return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
    }
}
