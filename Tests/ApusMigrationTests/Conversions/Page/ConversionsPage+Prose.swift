import ApusMigration
import ApusSchema

extension ConversionsPage {
    /// What a method is for.
    static func prose(of method: Conversion.Method) -> String {
        switch method {
        case .exact:
            """
            The same value in the other type, or a failure: no digit is rounded and no text is trimmed.

            Between numbers that is the same number. `0.1` as a `double` is a little more than a tenth, so no `decimal` is
            exactly that; for prices and the like use [digits](#digits). From text it is what Apus itself would write, so
            that the text can be made of the value again; `012`, ` 12` and `1e3` are for [parsed](#parsed).
            """
        case .digits:
            """
            Decimal and binary numbers that are printed with the same digits: `19.99` stays `19.99`. A `decimal` gets the
            fewest digits that read back as the same binary number, which are those that Swift prints. The other way it
            fails where a digit would be lost.
            """
        case .nearest:
            """
            The nearest number of the type. Of two that are as near it is the one whose last bit is 0, as processors
            round, and it is rounded once only. What is too small becomes zero; what is too large is not made infinite.
            """
        case .rounded:
            "The nearest whole number, halves away from zero: `rounded()` in Swift."
        case .truncated:
            "The whole number without the fraction, toward zero: `rounded(.towardZero)` in Swift."
        case .floor:
            "The greatest whole number that is not above: `rounded(.down)` in Swift."
        case .ceiling:
            "The least whole number that is not below: `rounded(.up)` in Swift."
        case .clamped:
            "The number itself where the narrower type has it, else the bound that it lies beyond."
        case .nonZero:
            "Zero is false and everything else true, as in C. [exact](#exact) takes 0 and 1 only."
        case .parsed:
            """
            The value that a string contains, in any common notation. White space around it does not count.

            - Numbers: a sign, leading zeros, a fraction and an exponent (`+012.50`, `.5`, `1e3`); no separators between
              thousands, no decimal comma, no hexadecimal. Integers may be written `5.0`. `double` and `float` take `inf`
              and `infinity` too, and the nearest number.
            - `bool`: `true`, `yes`, `1`, `false`, `no`, `0`, in small letters or capitals.
            - `date`: ISO 8601 with a time zone (`2026-05-01T12:30:45.5+02:00`, `2026-05-01 12:30Z`), or a day alone,
              which is its midnight in UTC. Days that no calendar has are refused, and so are second 60 and hour 24.
            - `uuid`: small letters or capitals, with all hyphens or none.
            - `url`: a URL as it is; nothing is escaped.
            """
        case .text:
            """
            Words for what is no text. A date is written in ISO 8601 in UTC with as many digits of a second as it takes to
            read the very same date back with [parsed](#parsed).
            """
        case .secondsSince1970:
            """
            Seconds since 1970-01-01 00:00 UTC, as Unix and most servers count.

            A date's fraction of a second is dropped in a whole number, downward in every century, and rounded to the
            nearest in a `double`. Sums are made in decimal digits, so that .123 s stay .123 s. The other way a whole
            number or a `decimal` fails where no date gives it back exactly; a `double` becomes the nearest date.
            """
        case .millisecondsSince1970:
            "The same in milliseconds, as JavaScript and Java count."
        case .secondsSince2001:
            """
            Seconds since 2001-01-01 00:00 UTC, as Foundation and Core Data count, and as Apus stores a date. To `double`
            not a bit changes.
            """
        case .base64:
            "Bytes in Base64 (RFC 4648): padded, without line breaks, with `+` and `/`."
        case .hex:
            "Bytes as pairs of hexadecimal digits: written small, read small or capital."
        case .archive:
            "The values in an archive of `NSKeyedArchiver`, as JSON."
        }
    }
}
