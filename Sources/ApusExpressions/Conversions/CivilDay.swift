/// A day of the proleptic Gregorian calendar, in the years 1 to 9999.
struct CivilDay {
    /// The days since 2001-01-01.
    let number: Int64
    let year: Int64
    let month: Int64
    let day: Int64

    static let seconds: Int64 = 86_400
    /// The days from 0000-03-01, the first day of a 400-year era that ends with its leap day, to 2001-01-01.
    private static let daysBefore2001: Int64 = 730_791
    private static let daysOfEra: Int64 = 146_097

    /// The seconds from 2001-01-01 00:00 UTC to the start of the day.
    var midnight: Int64 { number * Self.seconds }

    /// The day in ISO 8601, such as `2026-05-01`.
    var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }

    /// Creates the day of a number of seconds since 2001-01-01 00:00 UTC; `nil` if it is outside the years.
    init?(of seconds: Int64) {
        // The algorithms are Howard Hinnant's, https://howardhinnant.github.io/date_algorithms.html
        number = seconds.floored(by: Self.seconds)
        let days: Int64 = number + Self.daysBefore2001
        let era: Int64 = days.floored(by: Self.daysOfEra)
        let dayOfEra: Int64 = days - era * Self.daysOfEra
        let yearOfEra: Int64 = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear: Int64 = dayOfEra - Self.days(before: yearOfEra)
        let monthFromMarch: Int64 = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        guard (1...9999).contains(year) else { return nil }
    }

    /// Creates the day of a calendar date; `nil` if the date does not exist.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let yearFromMarch: Int64 = month <= 2 ? year - 1 : year
        let era: Int64 = yearFromMarch / 400
        let yearOfEra: Int64 = yearFromMarch - era * 400
        let dayOfYear: Int64 = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let number: Int64 = era * Self.daysOfEra + Self.days(before: yearOfEra) + dayOfYear - Self.daysBefore2001
        // February 30 would be a day in March.
        guard let found = CivilDay(of: number * Self.seconds), found.month == month else { return nil }
        self = found
    }

    private static func days(before year: Int64) -> Int64 { year * 365 + year / 4 - year / 100 }
}

extension Int64 {
    /// Returns the quotient, rounded down.
    func floored(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }

    /// Returns the digits of a non-negative number, with leading zeros.
    func padded(to count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
