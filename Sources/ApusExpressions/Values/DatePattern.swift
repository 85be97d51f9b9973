/// The form of a date's text in UTC, such as `yyyy-MM-dd HH:mm:ss`.
///
/// The letters are a few of Unicode's date format patterns, each with a fixed number of digits: `yyyy`, `MM`, `dd`, `HH`,
/// `mm`, `ss` and `SSS`. Other letters are in single quotes (`'T'`), as is a single quote itself (`''`); all other
/// characters stand for themselves.
package struct DatePattern: Hashable, Sendable {
    /// A number in the text of a date.
    package enum Field: String, CaseIterable, Hashable, Sendable {
        /// The year, from 0001 to 9999.
        case year = "yyyy"
        /// The month.
        case month = "MM"
        /// The day of the month.
        case day = "dd"
        /// The hour, from 00 to 23.
        case hour = "HH"
        /// The minute.
        case minute = "mm"
        /// The second.
        case second = "ss"
        /// The milliseconds.
        case millisecond = "SSS"
    }

    private enum Part: Hashable {
        case field(Field)
        case literal(Unicode.Scalar)
    }

    private let parts: [Part]

    /// Reads a pattern; `nil` if it is not valid.
    package init?(_ text: String) {
        guard let pattern = try? DatePattern(reading: text) else { return nil }
        self = pattern
    }

    /// Reads a pattern.
    ///
    /// - Parameter text: The pattern.
    /// - Throws: The reason why it is not valid, such as `'Y' is not one of its letters`.
    package init(reading text: String) throws(PatternProblem) {
        let scalars = Array(text.unicodeScalars)
        var parts: [Part] = []
        var position = 0
        while position < scalars.count {
            let scalar: Unicode.Scalar = scalars[position]
            if scalar == "'" {
                guard let end = scalars[(position + 1)...].firstIndex(of: "'") else {
                    throw PatternProblem("a single quote is not closed")
                }
                parts += end == position + 1 ? [.literal(scalar)] : scalars[position + 1..<end].map { .literal($0) }
                position = end + 1
                continue
            }
            let run = scalars[position...].prefix { $0 == scalar }
            position += run.count
            guard scalar.isASCII, scalar.properties.isAlphabetic else {
                parts += run.map { .literal($0) }
                continue
            }
            let letters = String(String.UnicodeScalarView(run))
            guard let field = Field(rawValue: letters) else {
                throw PatternProblem("'\(letters)' is not one of its letters")
            }
            parts.append(.field(field))
        }
        self.parts = parts
        guard !fields.isEmpty else { throw PatternProblem("it has none of its letters") }
    }

    private var fields: [Field] {
        parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    /// The reason why the pattern does not determine a date; `nil` if it does.
    ///
    /// Each number needs those of the larger units, so that `mm` for a month does not go unnoticed.
    package var problemOfReading: PatternProblem? {
        let fields: [Field] = fields
        for (index, field) in fields.enumerated() where fields[..<index].contains(field) {
            return PatternProblem("'\(field.rawValue)' occurs twice")
        }
        let order: [Field] = Field.allCases
        for (larger, field) in zip([.year] + order, order) where !fields.contains(larger) {
            if larger == .year { return PatternProblem("it has no 'yyyy'") }
            if fields.contains(field) {
                return PatternProblem("it has '\(field.rawValue)', but no '\(larger.rawValue)'")
            }
        }
        return nil
    }

    /// Returns the date that a text of this form contains; `nil` for any other text, or a date that does not exist.
    func date(_ text: String) -> Double? {
        guard problemOfReading == nil else { return nil }
        var rest = TextScanner(text)
        var numbers: [Field: Int64] = [:]
        for part in parts {
            switch part {
            case .field(let field):
                guard let number = rest.number(digits: field.rawValue.utf8.count) else { return nil }
                numbers[field] = number
            case .literal(let scalar): guard rest.take(scalar) else { return nil }
            }
        }
        let (hour, minute, second) = (numbers[.hour] ?? 0, numbers[.minute] ?? 0, numbers[.second] ?? 0)
        guard rest.isAtEnd, let year = numbers[.year], hour < 24, minute < 60, second < 60,
            let day = CivilDay(year: year, month: numbers[.month] ?? 1, day: numbers[.day] ?? 1)
        else { return nil }
        let whole = Digits(day.midnight + hour * 3600 + minute * 60 + second)
        return (whole + Digits(numbers[.millisecond] ?? 0).shifted(by: -3)).nearest(.double)
    }

    /// Returns the text of a moment.
    func text(_ moment: CivilMoment) -> String {
        var text = String.UnicodeScalarView()
        for part in parts {
            switch part {
            case .field(let field):
                text.append(
                    contentsOf: moment.number(field).padded(to: field.rawValue.utf8.count).unicodeScalars
                )
            case .literal(let scalar): text.append(scalar)
            }
        }
        return String(text)
    }
}

/// The reason why a text of a constant form, such as a date's pattern or a path in JSON, is not valid.
package struct PatternProblem: Error, Hashable {
    /// The reason, as a clause.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension CivilMoment {
    fileprivate func number(_ field: DatePattern.Field) -> Int64 {
        switch field {
        case .year: day.year
        case .month: day.month
        case .day: day.day
        case .hour: clock / 3600
        case .minute: clock / 60 % 60
        case .second: clock % 60
        case .millisecond: milliseconds
        }
    }
}
