import ApusExpressions
import Testing

/// What calls of functions with plain names are refused for.
@Suite struct PlainProblemTests {
    @Test(arguments: cases)
    func refused(text: String, said: String) {
        do throws(PredicateProblem) {
            let (expression, _) = try ColumnScope.compile(text)
            Issue.record("compiled as \(expression)")
        } catch {
            let shown = "\(error.offset): \(error.message)" + error.help.map { "\nhelp: \($0)" }.joined()
            #expect(shown == said)
        }
    }

    private static let cases: [(String, String)] = blocks(table)

    private static func blocks(_ table: String) -> [(String, String)] {
        var cases: [(text: String, said: [String])] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix("    "), !cases.isEmpty {
                cases[cases.count - 1].said.append(String(line.dropFirst(4)))
            } else {
                cases.append((String(line), []))
            }
        }
        return cases.map { ($0.text, $0.said.joined(separator: "\n")) }
    }

    private static let table: String = #"""
        trim()
            0: 'trim' takes one argument, found 0
            help: write 'trim(text)'
        trim(name, 'x')
            11: 'trim' takes one argument, found 2
            help: write 'trim(text)'
        replace(name, 'x')
            0: 'replace' takes 3 arguments, found 2
            help: write 'replace(text, old, new)'
        substring(name)
            0: 'substring' takes 2 or 3 arguments, found 1
            help: write 'substring(text, start[, length])'
        ifNull(name)
            0: 'ifNull' takes at least 2 arguments, found 1
            help: write 'ifNull(value, other, …)'
        same()
            0: 'same' takes one argument, found 0
            help: write 'same(name)'
        same('Address')
            5: 'same' needs the name of an entity or an origin as 'name', found '"Address"'
            help: write 'same(name)' with an entity such as Address
        same($source.home)
            5: 'same' needs the name of an entity or an origin as 'name', found '$source.home'
            help: write 'same(name)' with an entity such as Address
        same(Address)
            0: 'same' gives an object, which only a mapping's value of a relationship can be
        trim:(name)
            0: unknown function 'trim:'
            help: write 'trim(text)'
        tirm(name)
            0: unknown function 'tirm'
            help: did you mean 'trim'?
        addDay(start, 1)
            0: unknown function 'addDay'
            help: did you mean 'addDays'?
        upper(name)
            0: unknown function 'upper'
            help: write 'uppercase(text)'
        COALESCE(name, 'x')
            0: unknown function 'COALESCE'
            help: write 'ifNull(value, other, …)'
        name + nights
            7: '+' joins texts or adds numbers, but 'nights' is int32
            help: write 'text(nights)' or 'CAST(nights, "NSString")' to join it
        nights + ' nights'
            0: '+' joins texts or adds numbers, but 'nights' is int32
            help: write 'text(nights)' or 'CAST(nights, "NSString")' to join it
        name + 5
            7: '+' joins texts or adds numbers, but 5 is a number
            help: write 'text(5)' or 'CAST(5, "NSString")' to join it
        name + start
            7: '+' joins texts or adds numbers, but 'start' is date
            help: write 'dateText(start, "yyyy-MM-dd")' to join it
        name + {1, 2}
            7: expected one value, found '{1, 2}'
        name - code
            0: 'name - code' needs numbers, but one of its values is string
        add:to:(name, code)
            0: 'add:to:(name, code)' needs numbers, but one of its values is string
        trim(nights)
            5: 'trim' needs text as 'text', but 'nights' is int32
            help: write 'text(nights)'
        trim(5)
            5: 'trim' needs text as 'text', but 5 is a number
            help: write 'text(5)'
        trim(start)
            5: 'trim' needs text as 'text', but 'start' is date
            help: write 'dateText(start, "yyyy-MM-dd")'
        trim(photo)
            5: 'trim' needs text as 'text', but 'photo' is data
        substring(name, 'x')
            16: 'substring' needs a whole number as 'start', but "x" is a text
        substring(name, weight)
            16: 'substring' needs a whole number as 'start', but 'weight' is double
            help: write 'convert(weight, "rounded", "int64")'
        substring(name, 1.5)
            16: 'substring' needs a whole number as 'start', but 1.5 is a number
            help: write 'convert(1.5, "rounded", "int64")'
        year(name)
            5: 'year' needs a date as 'date', but 'name' is string
            help: write 'date(name, "yyyy-MM-dd")'
        year(nights)
            5: 'year' needs a date as 'date', but 'nights' is int32
            help: write 'CAST(nights, "NSDate")' if it is the seconds since 2001
        date(name, code)
            11: 'date' needs a date pattern in quotation marks as 'pattern', found 'code'
            help: write 'date(text, pattern)' with a pattern such as "yyyy-MM-dd"
        date(name, 'YYYY-MM-dd')
            11: "YYYY-MM-dd" is not a date pattern: 'YYYY' is not one of its letters
            help: write yyyy, MM, dd, HH, mm, ss and SSS, and other letters in single quotes
        date(name, 'yyyy-mm-dd')
            11: "yyyy-mm-dd" is not a date pattern: it has 'dd', but no 'MM'
            help: write yyyy, MM, dd, HH, mm, ss and SSS, and other letters in single quotes
        date(name, 'MM/dd')
            11: "MM/dd" is not a date pattern: it has no 'yyyy'
            help: write yyyy, MM, dd, HH, mm, ss and SSS, and other letters in single quotes
        date(name, "yyyy 'x")
            11: "yyyy 'x" is not a date pattern: a single quote is not closed
            help: write yyyy, MM, dd, HH, mm, ss and SSS, and other letters in single quotes
        dateText(start, '-')
            16: "-" is not a date pattern: it has none of its letters
            help: write yyyy, MM, dd, HH, mm, ss and SSS, and other letters in single quotes
        json(name, 'a..b')
            11: "a..b" is not a path: it has an empty name
            help: write names and indexes, such as "address.lines[0]"
        json(name, 'a[x]')
            11: "a[x]" is not a path: 'x' is not the index of an element
            help: write names and indexes, such as "address.lines[0]"
        convert(name, 'rounded', 'int16')
            14: 'rounded' does not convert string to int16
            help: write 'parsed' or 'exact'
        convert(name, 'parsd', 'int16')
            14: "parsd" is not a conversion
            help: did you mean 'parsed'?
        convert(nights, 'exactOrNull', 'int64')
            16: 'exact' from int32 to int64 cannot fail, so it has no 'exactOrNull'
            help: write 'exact'
        convert(photo, 'exact', 'date')
            15: there is no conversion from data to date
        convert(name, 'parsed', 'int')
            24: "int" is not a type
            help: write one of 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid' or 'url'
        convert(name, 'parsed', int16)
            24: 'convert' needs the name of a type in quotation marks as 'type', found 'int16'
            help: write 'convert(value, conversion, type)' with a type such as "int64"
        convert(NIL, 'parsed', 'int16')
            8: the type of 'NIL' is not known, so it cannot be converted
        ifNull(name, nights)
            13: the values of 'ifNull' must have one type: 'name' is string, and 'nights' is int32
            help: convert one of them, such as with 'convert(value, "exact", "string")'
        ifNull(nights, 2.5)
            15: the values of 'ifNull' must have one type: 'nights' is int32, and 2.5 is a number
            help: convert one of them, such as with 'convert(value, "exact", "int32")'
        nullIf(start, '')
            14: the values of 'nullIf' must have one type: 'start' is date, and "" is a text
            help: convert one of them, such as with 'convert(value, "exact", "date")'
        text(start)
            5: 'text' needs a number, a bool or a text as 'value', but 'start' is date
            help: write 'dateText(start, "yyyy-MM-dd")'
        text(photo)
            5: 'text' needs a number, a bool or a text as 'value', but 'photo' is data
            help: write 'convert(photo, "base64", "string")'
        """#
}
