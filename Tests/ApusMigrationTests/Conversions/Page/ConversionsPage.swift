import ApusMigration
import ApusSchema

/// `Documentation/Conversions.md`, made from what conversions say of themselves and do.
enum ConversionsPage {
    static var text: String {
        var lines: [String] = introduction.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines += table + [""]
        lines += rules.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for method in Conversion.Method.allCases { lines += section(method) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let introduction: String = """
        # Conversions

        When an attribute changes its type from one version of a model to the next, the values that stores hold have to
        become values of the new type. Apus knows how for every two types where that means something, and never guesses:

        - **✓ inferred.** Every value has exactly one counterpart, no two share one, and nothing else could be meant. The
          stage stays lightweight, and the mapping needs no line. This is [exact](#exact) where it cannot fail.
        - **By name.** Some values would be lost or changed, or several things could be meant: a date is a number of
          seconds, but since when? The [mapping](Mappings.md#convert) of the stage names the conversion:

          ```yaml
          convert:
            Trip.nights: rounded
            Trip.createdAt: secondsSince1970
          ```

        Rows are the type before, columns the type after.

        """

    private static let rules: String = """
        These hold for all of them:

        - A value that cannot be held stops the migration before anything is written, and the message shows it. A name
          that ends in `OrNull` makes null of such values instead: `roundedOrNull`, `parsedOrNull`. A name that ends in
          `OrSetAside` also keeps the older value in a table of the store ([Mappings.md](Mappings.md#convert)). Only
          conversions that can fail have these names.
        - Null stays null.
        - Nothing becomes "not a number", and no finite number becomes infinite.
        - A negative zero counts as zero, since SQLite keeps no other.
        - A value that is not of its own type, in a store that was edited by hand (a `uuid` of 7 bytes, a `bool` of 2, a
          `decimal` written `1.50` where Apus writes `1.5`), is not repaired. It stops the migration before anything is
          written, whatever the conversion; an attribute that keeps its type keeps it. `apus verify` finds such values.

        """

    private static var table: [String] {
        let types: [ScalarType] = ScalarType.allCases
        let head = "| | " + types.map { "`\($0.rawValue)`" }.joined(separator: " | ") + " |"
        let rows: [String] = types.map { from in
            "| **`\(from.rawValue)`** | " + types.map { cell(from, $0) }.joined(separator: " | ") + " |"
        }
        return [head, "|---|" + types.map { _ in ":-:|" }.joined()] + rows
    }

    private static func cell(_ from: ScalarType, _ to: ScalarType) -> String {
        if from == to { return "=" }
        return Conversion.conversions(from: from, to: to)
            .map { $0 == .inferred(from: from, to: to) ? "**✓**" : link($0.method) }
            .joined(separator: "<br>")
    }

    private static func link(_ method: Conversion.Method) -> String {
        "[\(method.rawValue)](#\(method.rawValue.lowercased()))"
    }

    private static func section(_ method: Conversion.Method) -> [String] {
        let prose: [String] = prose(of: method).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        let examples: [String] = examples(of: method)
        return ["## \(method.rawValue)", ""] + prose + [""] + meanings(of: method) + [""]
            + ["| from | to | value | becomes |", "|---|---|---|---|"] + examples + [""]
    }

    /// The conversions with a method, those that do and refuse the same in one row.
    private static func meanings(of method: Conversion.Method) -> [String] {
        let pairs: [Conversion] = ScalarType.allCases.flatMap { to in
            ScalarType.allCases.filter { $0 != to }.compactMap { Conversion(method, from: $0, to: to) }
        }
        var rows: [MeaningRow] = []
        for conversion in pairs {
            let row = MeaningRow(conversion)
            if let index = rows.firstIndex(where: { $0.to == row.to && $0.says(row) }) {
                rows[index].from += row.from
            } else {
                rows.append(row)
            }
        }
        rows = rows.reduce(into: []) { merged, row in
            if let index = merged.firstIndex(where: { $0.from == row.from && $0.says(row) }) {
                merged[index].to += row.to
            } else {
                merged.append(row)
            }
        }
        return ["| from | to | gives | fails on |", "|---|---|---|---|"] + rows.map(\.text)
    }

    private static func examples(of method: Conversion.Method) -> [String] {
        examples[method, default: []].compactMap { from, to, notations in
            guard let conversion = Conversion(method, from: from, to: to) else { return nil }
            return notations.compactMap { StoredValue(notation: $0) }.map { value in
                let result: String
                do throws(ConversionFailure) {
                    result = "`\(shown(try conversion(value), to))`"
                } catch {
                    result = "*fails: it \(error.reason.predicate)*"
                }
                return "| `\(from.rawValue)` | `\(to.rawValue)` | `\(shown(value, from))` | \(result) |"
            }
            .joined(separator: "\n")
        }
    }

    /// A value as a reader knows it.
    private static func shown(_ value: StoredValue, _ type: ScalarType) -> String {
        switch (value, type) {
        case (.integer(let number), .bool): number == 0 ? "false" : "true"
        case (.real(let number), .float): Float(number).description
        case (.text(let text), .decimal), (.text(let text), .url): text
        case (.blob, .uuid), (.real, .date):
            if case .text(let text)? = try? Conversion(type == .date ? .text : .exact, from: type, to: .string)?(value)
            {
                text
            } else {
                "\(value.notation) s"
            }
        case (.blob, _): String(value.notation.dropFirst(2).dropLast())
        default: value.notation
        }
    }
}
