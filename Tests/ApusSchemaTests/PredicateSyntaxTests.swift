import ApusSchema
import Testing

/// What the format of predicates refuses, with the offset and every word of the message.
@Suite struct PredicateSyntaxTests {
    @Test(arguments: PredicateModel.cases(table))
    func refused(example: PredicateCase) {
        do throws(PredicateProblem) {
            let predicate = try PredicateFormat.parse(example.text)
            Issue.record("read as \(predicate)")
        } catch {
            #expect(PredicateModel.shown(error) == example.said.joined(separator: "\n"))
        }
    }

    @Test(arguments: ["", " ", "\n\t"])
    func emptyPredicates(text: String) {
        #expect(throws: PredicateProblem(at: 0, "the predicate is empty")) { try PredicateFormat.parse(text) }
        #expect(throws: PredicateProblem(at: 0, "the expression is empty")) { try ExpressionFormat.parse(text) }
    }

    @Test func conditionsAreNoExpressions() {
        #expect(throws: PredicateProblem(at: 0, "expected a value, found a condition")) {
            try ExpressionFormat.parse("a == 1")
        }
    }

    @Test func controlCharactersAreNamed() {
        #expect(throws: PredicateProblem(at: 5, "unexpected character U+0000")) {
            try PredicateFormat.parse("a == \0")
        }
    }

    private static let table: String = #"""
        a ==
            4: expected a value, found the end
        a == 1 AND
            10: expected a value, found the end
        AND a == 1
            0: expected a value, found 'AND'
            help: write '#AND' for a property of that name
        a b
            2: expected an operator, such as '==', found 'b'
        a == 1 b == 2
            7: expected AND, OR or the end, found 'b'
        a == 1, b == 2
            6: expected AND, OR or the end, found ','
            help: join conditions with AND
        a == 1)
            6: unmatched ')'
        (a == 1
            7: expected AND, OR or ')', found the end
        (a b)
            3: expected an operator, such as '==', found 'b'
        {1, 2
            5: expected ',' or '}', found the end
        {1 2} == a
            3: expected ',' or '}', found '2'
        a[0 == b
            2: expected a value, found a condition
        a[] == 1
            2: expected a value, found ']'
        isOpen
            0: expected a condition, found a value
            help: write 'isOpen == YES' if it is true or false
        isOpen AND a == 1
            0: expected a condition, found a value
            help: write 'isOpen == YES' if it is true or false
        NOT isOpen
            4: expected a condition, found a value
            help: write 'isOpen == YES' if it is true or false
        (a == 1) + 2 == 3
            1: expected a value, found a condition
        a == (b == c)
            6: expected a value, found a condition
        a == b == c
            7: a comparison cannot be followed by '=='
            help: join two comparisons with AND
        a == ANY b
            5: 'ANY' must precede the comparison
            help: write 'ANY … == …', with the several values on the left
        ANY a
            5: expected a comparison after 'ANY', found the end
        ANY (a == b)
            12: expected a comparison after 'ANY', found the end
        name is nil
            5: expected an operator, such as '==', found 'is'
            help: write '==' or '!='
        name NOT IN {1}
            5: expected an operator, such as '==', found 'NOT'
            help: put NOT before the whole comparison: 'NOT name IN {…}'
        name contians 'x'
            5: expected an operator, such as '==', found 'contians'
            help: did you mean 'CONTAINS'?
        name UTI-EQUALS 'x'
            5: expected an operator, such as '==', found 'UTI'
            help: a store does not support uniform type identifiers
        a union b
            2: expected an operator, such as '==', found 'union'
            help: a store cannot combine collections; use IN, AND and NOT
        $x := 5
            3: expected an operator, such as '==', found ':='
            help: write '==' to compare
        name == %@
            8: '%@' takes its value from code, which a model does not have
            help: write a variable, such as '$NAME', and declare it under 'variables'
        %K == 1
            0: '%K' takes its value from code, which a model does not have
            help: write the key path itself
        a %2 == 1
            2: '%' takes its value from code, which a model does not have
            help: write a variable, such as '$NAME', and declare it under 'variables'
        name == "abc
            8: unterminated text
            help: close it with "
        name == 'abc\
            12: expected a character after '\'
        name MATCHES '\d+'
            14: '\d' is not a valid escape sequence
            help: write '\\d' for a backslash and 'd'
        name == '\u12'
            9: expected 4 digits of base 16 in this escape
        name == '\9'
            9: '\9' is not a valid escape sequence
            help: write '\\9' for a backslash and '9'
        name == '\ud83d'
            9: unpaired UTF-16 surrogate
            help: write the character itself
        name == '\ud83d\u0041'
            9: unpaired UTF-16 surrogate
            help: write the character itself
        a ≠ 1
            2: unexpected character '≠'
            help: write '!='
        a == “x”
            5: unexpected character '“'
            help: use straight quotation marks: " or '
        a & b
            2: unexpected character '&'
            help: write '&&', or 'AND'
        a == ?
            5: unexpected character '?'
        a == 1;
            6: unexpected character ';'
            help: a predicate is one condition; join several with AND or OR
        a == `x`
            5: unexpected character '`'
        $ == 1
            0: expected the name of a variable after '$'
        # == 1
            0: expected a property's name after '#'
        a.@ == 1
            2: expected 'count', 'sum', 'avg', 'min' or 'max' after '@'
        a. == 1
            3: expected a property's name after '.', found '=='
        a.5 == 1
            2: expected a property's name after '.', found '5'
        5.a == 1
            1: '.' cannot follow the constant 5
        "x".y == 1
            3: '.' cannot follow the constant "x"
        NIL[0] == 1
            3: '[' cannot follow the constant NIL
        .5 == 1
            0: expected a value, found '.'
        5abc == 1
            0: '5abc' is not a valid number
        0x == 1
            0: '0x' is not a base 16 number
        0b12 == 1
            0: '0b12' is not a base 2 number
        1e == 1
            0: '1e' is not a valid number
        0xffffffffffffffff == 1
            0: no number type can hold '0xffffffffffffffff' exactly
        1e-400 == 0
            0: no number type can hold '1e-400' exactly
        1e99999999999999999999 == 0
            0: no number type can hold '1e99999999999999999999' exactly
        1234567890123456789012345678901234567891 == 1
            0: no number type can hold '1234567890123456789012345678901234567891' exactly
        name contains[x] 'a'
            14: 'x' is not a comparison option
            help: use 'c' (ignore case), 'd' (ignore diacritics), 'n' (byte by byte) or 'l' (locale)
        name contains[] 'a'
            14: expected option letters, such as 'cd', found ']'
        name contains[c 'a'
            16: expected ']', found a text
        name between[c] {1, 2}
            12: 'BETWEEN' has no options
        and == 1
            0: expected a value, found 'and'
            help: write '#and' for a property of that name
        cast == 1
            0: expected a value, found 'cast'
            help: write '#cast' for a property of that name
        ANYKEY == 1
            0: 'ANYKEY' applies only to Spotlight queries
            help: write a property's name, or '#ANYKEY' for a property of that name
        items.@cuont == 1
            6: '@cuont' is not a supported collection operator
            help: did you mean '@count'?
        items.@distinctUnionOfObjects.a == 1
            6: '@distinctUnionOfObjects' is not a supported collection operator
            help: use @count, @sum, @avg, @min or @max
        lowercas:(a) == 1
            0: unknown function 'lowercas:'
            help: did you mean 'lowercase:'?
        lowercase: == 1
            11: expected '(' and the arguments after 'lowercase:', found '=='
        add:to == 1
            6: expected ':' and the arguments after 'add:to'
        sum(1, 2) == 3
            0: 'sum:' takes one argument, found 2
        now(1) == 3
            0: 'now' takes no argument, found 1
        nothing(1) == 3
            0: unknown function 'nothing'
        nothing() == 3
            0: unknown function 'nothing'
        FUNCTION(a) == 1
            0: 'FUNCTION' takes a value, a selector in quotation marks and the selector's arguments
            help: write 'FUNCTION(value, "selector:", argument)'
        FUNCTION(a, 'b:') == 1
            0: 'b:' takes one argument, found 0
        CAST(a) == 1
            6: expected ',', found ')'
        CAST(a, b) == 1
            8: expected the name of a class in quotation marks, such as "NSDate", found 'b'
        SUBQUERY(a, x, b == 1) == 1
            12: expected a variable, such as '$x', for each object of the collection, found 'x'
        SUBQUERY(a, $x, b) == 1
            16: expected a condition, found a value
            help: write 'b == YES' if it is true or false
        TERNARY(a, b, c) == 1
            9: expected an operator, such as '==', found ','
        TRUEPREDICATE == 1
            14: a comparison cannot be followed by '=='
            help: join two comparisons with AND
        """#
}
