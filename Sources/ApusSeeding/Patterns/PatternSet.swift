/// A character set in a regular expression, represented by some of its members.
struct PatternSet: Sendable {
    /// The members to generate text from.
    private(set) var members: [Unicode.Scalar]

    /// Creates a set of a few characters.
    init(_ members: [Unicode.Scalar]) {
        self.members = members
    }

    /// The only member, if there is exactly one.
    var single: Unicode.Scalar? { members.count == 1 ? members[0] : nil }

    /// Adds the members of another set.
    mutating func add(_ other: PatternSet) {
        members += other.members
    }

    /// Adds a range: all members of a short one, some members of a long one.
    mutating func add(_ range: ClosedRange<Unicode.Scalar>) {
        let (first, last): (UInt32, UInt32) = (range.lowerBound.value, range.upperBound.value)
        let step: UInt32 = max(1, (last - first) / 200)
        members += stride(from: first, through: last, by: Int(step)).compactMap { Unicode.Scalar($0) }
        if step > 1 { members.append(range.upperBound) }
    }

    /// The printable ASCII characters that are not members, or a few others if all of them are members.
    var inverted: PatternSet {
        let own = Set(members)
        let rest: [Unicode.Scalar] = Self.any.filter { !own.contains($0) }
        return PatternSet(rest.isEmpty ? Self.foreign.filter { !own.contains($0) } : rest)
    }

    /// The printable characters of ASCII, with the space.
    static let any: [Unicode.Scalar] = (0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) }

    private static let foreign: [Unicode.Scalar] = ["é", "ß", "й", "東", "ت", "\u{1F6EB}", "\n"]
    private static let capitals: [Unicode.Scalar] = any.filter { ("A"..."Z").contains($0) }
    private static let small: [Unicode.Scalar] = any.filter { ("a"..."z").contains($0) }
    private static let digits: [Unicode.Scalar] = any.filter { ("0"..."9").contains($0) }
    private static let marks: [Unicode.Scalar] = [".", ",", "!", "?", ":", ";", "-", "'", "\""]
    private static let spaces: [Unicode.Scalar] = [" "]

    /// The set that a one-letter escape denotes.
    init?(escape: Unicode.Scalar) {
        let words: [Unicode.Scalar] = Self.small + Self.capitals + Self.digits + ["_"]
        switch escape {
        case "d": members = Self.digits
        case "D": members = Self.small + Self.capitals + Self.spaces
        case "w": members = words
        case "W": members = Self.marks + Self.spaces
        case "s", "h": members = Self.spaces
        case "S": members = words + Self.marks
        default: return nil
        }
    }

    /// The set that a character property denotes: `L`, `Lu`, `alpha`, `Han`.
    init?(property name: String) {
        switch name {
        case "L", "Letter", "alpha", "Alphabetic", "IsL", "IsAlphabetic", "letter":
            members = Self.small + Self.capitals + ["é", "ß", "й", "東"]
        case "Lu", "upper", "Uppercase", "Uppercase_Letter", "IsUppercase": members = Self.capitals + ["É"]
        case "Ll", "lower", "Lowercase", "Lowercase_Letter", "IsLowercase": members = Self.small + ["é"]
        case "N", "Nd", "digit", "Number", "IsDigit": members = Self.digits
        case "alnum": members = Self.small + Self.capitals + Self.digits
        case "P", "punct", "Punctuation", "IsPunctuation": members = Self.marks
        case "S", "Symbol": members = ["+", "$", "<", "="]
        case "Z", "Zs", "space", "blank", "Space", "IsWhite_Space", "White_Space", "Separator": members = Self.spaces
        case "xdigit": members = Self.digits + ["a", "b", "c", "d", "e", "f"]
        case "word": members = Self.small + Self.capitals + Self.digits + ["_"]
        case "Latin", "script=Latin", "IsLatin": members = Self.small + Self.capitals + ["é"]
        case "Greek", "script=Greek": members = ["α", "β", "γ", "Δ", "Ω"]
        case "Cyrillic", "script=Cyrillic": members = ["й", "ж", "Б", "Я"]
        case "Han", "script=Han": members = ["東", "京", "日", "本"]
        case "Hiragana": members = ["あ", "い", "う"]
        case "Katakana": members = ["ア", "イ", "ウ"]
        case "Arabic": members = ["ا", "ب", "ت"]
        case "Hebrew": members = ["א", "ב", "ש"]
        case "ASCII": members = Self.any
        default: return nil
        }
    }
}
