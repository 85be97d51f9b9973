import ApusExpressions

/// `Documentation/Expressions.md`, made from what the functions say of themselves and do.
enum ExpressionsPage {
    /// The whole page.
    static func text() throws -> String {
        var lines: [String] = [introduction]
        lines += ["| call | gives | NIL for | for example |", "| --- | --- | --- | --- |"]
        for function in PlainFunction.allCases { lines.append(try row(function)) }
        lines += lists
        return (lines + ["", rest]).joined(separator: "\n") + "\n"
    }

    /// What only values of objects can show.
    private static let lists = [
        "| `list[FIRST]`, `list[LAST]` | the first or the last object of an older to-many relationship, by its order, or else by "
            + "creation; `list[0]` is the first one. Only [mappings](Mappings.md#values) have them | no objects | – |",
        "| `list[SIZE]`, `list.@count` | the number of the objects (`int64`) | – | – |",
        "| `list.@sum.number`, `list.@avg.number` | the sum and the average (`double`) of the numbers that the objects have | "
            + "an average of none | – |",
        "| `list.@min.value`, `list.@max.value` | the least and the greatest of the numbers, dates or strings that the objects "
            + "have | no values | – |",
    ]

    private static func row(_ function: PlainFunction) throws -> String {
        let entry: Entry = entry(function)
        let results: [String] = try entry.examples.map { text in
            let (expression, type) = try ColumnScope.compile(text)
            return "`\(text)` = `\(try expression.value { _ in .null }.written(as: type))`"
        }
        let type: String = function.resultType.map { " (`\($0.rawValue)`)" } ?? ""
        let shown = results.joined(separator: "<br>")
        return "| `\(function.signature)` | \(entry.result)\(type) | \(entry.null) | \(shown.isEmpty ? "–" : shown) |"
    }

    private struct Entry {
        let result: String
        let null: String
        let examples: [String]

        init(_ result: String, null: String = "–", _ examples: String...) {
            (self.result, self.null, self.examples) = (result, null, examples)
        }
    }

    private static func entry(_ function: PlainFunction) -> Entry {
        let year = "a year outside 1 to 9999"
        return switch function {
        case .trim: Entry("the text without white space at its ends", "trim(\" a b \")")
        case .replace:
            Entry(
                "the text with each `old` replaced by `new`, from the start, compared byte by byte",
                "replace(\"1,5\", \",\", \".\")"
            )
        case .substring:
            Entry(
                "the Unicode scalars from the index `start`, from 0; at most `length`. What is outside the text is left "
                    + "out",
                "substring(\"Alps\", 1, 2)",
                "substring(\"Alps\", 9)"
            )
        case .part:
            Entry(
                "of the texts between the separators, the one at an index, from 0",
                null: "an index without a text",
                "part(\"Ada Lovelace\", \" \", 1)",
                "part(\"Ada\", \" \", 1)"
            )
        case .text: Entry("a number's digits, `true` or `false`, or the text itself", "text(1.5)", "text(YES)")
        case .json:
            Entry(
                "the text, the digits, `true` or `false` at a path in JSON",
                null: "no such value, null, an object, an array, or a text that is not JSON",
                "json('{\"a\": {\"b\": [1.50]}}', \"a.b[0]\")"
            )
        case .split:
            Entry(
                "a list of the texts between the separators, in order; an empty text has none. Only [`each`](Mappings.md#entities) "
                    + "takes a list"
            )
        case .elements:
            Entry(
                "a list of the elements of the array at a path in JSON: texts, digits, `true` and `false`, the JSON of "
                    + "objects and arrays, and NIL for null",
                null: "no array, or a text that is not JSON: no elements"
            )
        case .each:
            Entry(
                "for a to-many relationship: of each element of a list, or of each object of an older to-many relationship, an "
                    + "object, in which the element is `$each`"
            )
        case .ifNull: Entry("the first value that is not NIL", null: "only NIL", "ifNull(NIL, \"none\")")
        case .nullIf: Entry("the value", null: "a value that equals `other`", "nullIf(\"\", \"\")")
        case .convert:
            Entry(
                "the value that a [conversion](Conversions.md) gives; what it cannot convert stops the migration",
                null: "what a conversion `…OrNull` cannot convert",
                "convert(\"12\", \"parsed\", \"int32\")",
                "convert(\"x\", \"parsedOrNull\", \"int32\")"
            )
        case .year: Entry("the year", null: year, "year(CAST(0, \"NSDate\"))")
        case .month: Entry("the month, from 1", null: year, "month(CAST(0, \"NSDate\"))")
        case .day: Entry("the day of the month, from 1", null: year, "day(CAST(0, \"NSDate\"))")
        case .hour: Entry("the hour, from 0", null: year, "hour(CAST(3600, \"NSDate\"))")
        case .minute: Entry("the minute, from 0", null: year, "minute(CAST(90, \"NSDate\"))")
        case .second: Entry("the whole second, from 0", null: year, "second(CAST(90, \"NSDate\"))")
        case .weekday:
            Entry("the day of the week, 1 for Sunday to 7 for Saturday", null: year, "weekday(CAST(0, \"NSDate\"))")
        case .date:
            Entry(
                "the date of a text; a text that does not fit the pattern stops the migration",
                "date(\"01.05.2026\", \"dd.MM.yyyy\")"
            )
        case .dateOrNull:
            Entry(
                "the date of a text",
                null: "a text that does not fit, such as February 30",
                "dateOrNull(\"2026-02-30\", \"yyyy-MM-dd\")"
            )
        case .dateText:
            Entry("the text of a date", null: year, "dateText(CAST(0, \"NSDate\"), \"yyyy-MM-dd'T'HH:mm\")")
        case .addDays: Entry("the date so many times 24 hours later", null: year, "addDays(CAST(0, \"NSDate\"), -1)")
        case .addMonths:
            Entry(
                "the date so many months later; the last day of a shorter month",
                null: year,
                "addMonths(date(\"2024-01-31\", \"yyyy-MM-dd\"), 1)"
            )
        case .object:
            Entry(
                "the JSON of an object with these members, by their names, as a `codable` attribute keeps it: numbers, decimals, `true` "
                    + "and `false`, texts; dates are seconds since 2001, data is Base64. Members that are NIL are left out; if all "
                    + "are, the object is NIL. An infinite number stops the migration",
                "object(\"city\", \"Bern\", \"geo\", object(\"lat\", 46.9))"
            )
        case .same:
            Entry(
                "the object that the [origin](Mappings.md#entities) or the entity `name` makes of the same older object",
                null: "an older object that it makes none of"
            )
        case .find:
            Entry(
                "the object of a newer entity whose attributes have these values; a migration stops where several have",
                null: "values that no object has"
            )
        }
    }

    private static let introduction: String = """
        # Expressions

        Apus computes all values in one language: that of Core Data's [predicates and
        expressions](Model.md#predicates-and-expressions), with the functions on this page. They give the same results in SQL
        and in memory, to the bit.

        Core Data does not have these functions, so a model, which can be exported for Core Data, cannot call them. Mappings
        and [predicates in code](Queries.md#texts-in-the-format-of-nspredicate) can. `date`, `convert` and `object`, which can fail,
        are for mappings only: a migration reports every failure before it writes anything. `same`, which gives an object, is
        for the values of to-one relationships in mappings.

        - `+` joins two texts: `first + " " + last`. A number is not a text: `"No. " + text(number)`.
        - A function of NIL is NIL; so is a sum with NIL. `ifNull`, `nullIf` and `object` are the exceptions.
        - Dates are in UTC.
        - The values of `ifNull` and `nullIf` have one type. Constants take the type of the others.

        """

    private static let rest: String = """
        A date's pattern has `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` and `SSS` (milliseconds), each with exactly as many digits.
        Other letters are in single quotes, a single quote is doubled, and all other characters stand for themselves. To
        read a date, a pattern needs `yyyy`, and with each unit the next larger one; what is left out is the start of the
        year, month or day.

        A path in JSON has the names of members and the indexes of elements: `address.lines[0]`. Of several members with one
        name, the last counts. The digits of a number are those of the text. What has more than 200 objects and arrays
        inside each other is not read as JSON.
        """
}
