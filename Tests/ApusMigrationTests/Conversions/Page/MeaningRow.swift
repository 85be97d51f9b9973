import ApusMigration
import ApusSchema

/// A row of the page on conversions: those between several types that do and refuse the same.
struct MeaningRow {
    var from: [ScalarType]
    var to: [ScalarType]
    private let what: String
    private let failure: String
    private let generalWhat: String
    private let generalFailure: String

    init(_ conversion: Conversion) {
        from = [conversion.from]
        to = [conversion.to]
        what = conversion.summary
        failure = conversion.failure ?? "nothing"
        generalWhat = Self.general(what, conversion.to)
        generalFailure = Self.general(failure, conversion.to)
    }

    /// Whether two rows say the same, but for the name of the type.
    func says(_ other: MeaningRow) -> Bool {
        generalWhat == other.generalWhat && generalFailure == other.generalFailure
    }

    /// The row in Markdown.
    var text: String {
        let isOne = to.count == 1
        let cells: [String] = [
            Self.names(from), Self.names(to), isOne ? what : generalWhat, isOne ? failure : generalFailure,
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func names(_ types: [ScalarType]) -> String {
        types.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }

    /// A sentence about a type as one about any.
    private static func general(_ sentence: String, _ type: ScalarType) -> String {
        var sentence: String = sentence
        if let range = type.integerRange {
            sentence = sentence.replacing("\(range.lowerBound)...\(range.upperBound)", with: "the bounds of the type")
        }
        for (special, general) in [
            ("form of \(type.rawValue)", "form of the type"), ("valid \(type.rawValue)", "valid value of the type"),
            ("nearest \(type.rawValue)", "nearest number of the type"),
            ("bounds of \(type.rawValue)", "bounds of the type"),
            ("that \(type.rawValue) ", "that the type "), ("than \(type.rawValue) ", "than the type "),
            ("for \(type.rawValue)", "for the type"),
        ] {
            sentence = sentence.replacing(special, with: general)
        }
        return sentence
    }
}
