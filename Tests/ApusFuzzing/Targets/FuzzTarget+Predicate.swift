extension FuzzTarget {
    /// A predicate's text: it is read back, and SQL finds what its evaluation in memory finds.
    static let predicate: FuzzTarget = .text("predicate", usualRuns: 1500, tokens: predicateTokens) {
        predicates
    } check: { text in
        try PredicateAttack.shared.get().check(text)
    }

    private static let predicates: [String] = [
        "note == 'alps'", "note ==[cd] 'alps'", "note BEGINSWITH[c] \"a\"", "note LIKE 'A?p*'", "note MATCHES 'A.*s'",
        "note CONTAINS[d] 'u'", "note ENDSWITH 's' OR note == NIL", "number > 1 AND NOT (number == 7)", "weight >= 0.5",
        "price BETWEEN {0, 1.5}", "number IN {1, 3, 5.0, NIL}", "date < CAST(1000, 'NSDate')", "isDone == YES",
        "parent.note == note", "parent.parent.number + 1 == number * 2", "spouse == NIL", "spouse.label.name != NIL",
        "ANY friends.note == 'Alps'", "ALL children.number > 0", "NONE lists.name BEGINSWITH 'A'",
        "children.@count > 1", "children.@sum.number == 3", "children.@max.weight > price", "friends.@avg.number < 2",
        "friends.@min.number / 2 == 1", "lists[SIZE] == 1", "lists[FIRST].name == 'x'", "self IN parent.children",
        "SUBQUERY(children, $x, $x.number > number AND ANY $x.friends.note == NIL).@count > 0", "TRUEPREDICATE",
        "TERNARY(number > 2, weight, 3) > 1", "abs:(number) == 1", "floor:(weight) == 0", "sqrt:(number) < 2",
        "lowercase:(note) == 'alps'", "uppercase:(note) == canonical:(note)", "max:({number, 3, children.@count}) == 3",
        "modulus:by:(number, 2) == 1", "number ** 2 > 4", "-number < -2", "add:to:(number, weight) > 1", "$x == 1",
        "onesComplement:(number) == -2", "bitwiseAnd:with:(number, 3) == 3", "length:(note) > 3", "now() > date",
        "note <[n] 'alps'", "concat:(note, name) == 'Alpsn1'", "children.@count == label.node.children.@count",
    ]

    private static let predicateTokens: [String] = [
        " ", ".", ", ", "(", ")", "{", "}", "[", "]", " == ", " != ", " < ", " >= ", " AND ", " OR ", "NOT ", "ANY ",
        "ALL ", "NONE ", " IN ", " BETWEEN ", " LIKE ", " CONTAINS ", " BEGINSWITH ", " ENDSWITH ", " MATCHES ", "[c]",
        "[d]", "[cd]", "[n]", "[l]", "name", "note", "number", "weight", "price", "isDone", "date", "parent",
        "children",
        "spouse", "friends", "lists", "label", "node", "nodes", "@count", "@sum", "@avg", "@min", "@max",
        "@distinctUnionOfObjects",
        "[FIRST]", "[LAST]", "[SIZE]", "[0]", "$x", "SELF", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "'NSDate'",
        "NIL", "YES", "NO", "TRUEPREDICATE", "FALSEPREDICATE", "0", "1", "-1", "2.5", "1e300", "9223372036854775807",
        "0x1F", "'x'", "\"", "\\", "'\\u0000'", "%@", "#", "é", "😀", "+", "-", "*", "/", "**", "lowercase:",
        "canonical:",
        "abs:", "floor:", "ceiling:", "trunc:", "sqrt:", "exp:", "ln:", "log:", "sum:", "count:", "average:", "median:",
        "stddev:", "mode:", "random()", "now()", "modulus:by:", "raise:toPower:", "leftshift:by:", "xor:with:",
    ]
}
