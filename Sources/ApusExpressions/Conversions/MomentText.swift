/// A date in ISO 8601, exact: with as many digits of a second as it takes to read the same date back.
enum MomentText {
    /// A text in UTC, `2026-05-01T12:30:45.5Z`.
    static func text(of date: Double) throws(ConversionFailure.Reason) -> String {
        let seconds = Digits(date: date)
        guard let whole = seconds.integer(.down), let day = CivilDay(of: whole) else { throw .outsideYears }
        let clock: Int64 = whole - day.midnight
        let time: String = [clock / 3600, clock / 60 % 60, clock % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        // From 0 up to 1; the zero before the point goes.
        let fraction: Digits = seconds + Digits(-whole)
        return "\(day.text)T\(time)\(fraction.isZero ? "" : String(fraction.plainText.dropFirst()))Z"
    }

    /// Reads a day, which is its midnight in UTC, or a day and a time with its offset from UTC.
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

    /// The seconds since midnight that a time says, those of `12:30` and `12:30:45.5`.
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

    /// The seconds that a clock is ahead of UTC: of `Z`, `+02:00`, `-0130`, `+01`.
    private static func offset(_ rest: inout TextScanner) -> Int64? {
        if rest.take("Z") || rest.take("z") { return 0 }
        let isBehind: Bool = rest.take("-")
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
