extension ExpressionFunction {
    /// Returns the failure of a function that must not become null; `nil` if it does not fail.
    func failure(of values: [StoredValue]) -> ConversionFailure? {
        if self == .object { return Self.failureOfObject(values) }
        guard canFail, !values.contains(.null), value(of: values, isDecimal: false) == .null else { return nil }
        let pattern = values.count > 1 ? values[1].asText ?? "" : ""
        return ConversionFailure(value: values[0], reason: .notOfPattern(pattern))
    }

    /// Returns the result of a function of dates for arguments that are not null.
    func calendar(_ values: [StoredValue]) -> StoredValue {
        switch self {
        case .date, .dateOrNull:
            guard values.count > 1, let text = values[0].asText,
                let pattern = values[1].asText.flatMap(DatePattern.init)
            else { return .null }
            return pattern.date(text).map { .real($0) } ?? .null
        default: break
        }
        guard let date = values[0].asReal, let moment = CivilMoment(date) else { return .null }
        switch self {
        case .year: return .integer(moment.day.year)
        case .month: return .integer(moment.day.month)
        case .day: return .integer(moment.day.day)
        case .hour: return .integer(moment.clock / 3600)
        case .minute: return .integer(moment.clock / 60 % 60)
        case .second: return .integer(moment.clock % 60)
        case .weekday: return .integer(moment.day.weekday)
        case .dateText:
            guard values.count > 1, let pattern = values[1].asText.flatMap(DatePattern.init) else { return .null }
            return .text(pattern.text(moment))
        case .addDays, .addMonths:
            guard values.count > 1, let count = values[1].asWhole,
                let later = self == .addDays ? moment.day.adding(days: count) : moment.day.adding(months: count)
            else { return .null }
            return .real(date + Double(later.midnight - moment.day.midnight))
        default: return .null
        }
    }
}

/// A moment in UTC, in the years 1 to 9999.
struct CivilMoment {
    /// The day.
    let day: CivilDay
    /// The whole seconds since the start of the day.
    let clock: Int64
    /// The whole milliseconds since the start of the second.
    let milliseconds: Int64

    /// Creates the moment of a date; `nil` if it is outside the years.
    init?(_ date: Double) {
        // Decimal digits, so that a date of .123 s has 123 milliseconds, although its binary value may be less.
        guard date.isFinite, let count = Digits(date: date).shifted(by: 3).integer(.down) else { return nil }
        let seconds: Int64 = count.floored(by: 1000)
        guard let day = CivilDay(of: seconds) else { return nil }
        self.day = day
        clock = seconds - day.midnight
        milliseconds = count - seconds * 1000
    }
}

extension CivilDay {
    /// The day of the week, from 1 for Sunday to 7 for Saturday.
    fileprivate var weekday: Int64 {
        // 2001-01-01 was a Monday.
        let sinceSunday: Int64 = (number + 1) % 7
        return (sinceSunday < 0 ? sinceSunday + 7 : sinceSunday) + 1
    }

    /// Returns the day a number of days later; `nil` if it is outside the years.
    fileprivate func adding(days: Int64) -> CivilDay? {
        // More days than all years have.
        guard (-4_000_000...4_000_000).contains(days) else { return nil }
        return CivilDay(of: (number + days) * Self.seconds)
    }

    /// Returns the same day, or the last one, of the month a number of months later; `nil` if it is outside the years.
    fileprivate func adding(months: Int64) -> CivilDay? {
        guard (-120_000...120_000).contains(months) else { return nil }
        let count: Int64 = year * 12 + month - 1 + months
        let later: Int64 = count.floored(by: 12)
        for day in stride(from: day, through: 1, by: -1) {
            if let found = CivilDay(year: later, month: count - later * 12 + 1, day: day) { return found }
        }
        return nil
    }
}
