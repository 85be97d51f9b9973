import ApusTestSupport

// Texts that are no YAML, or more of it than is read, and what is said about them.

let syntaxErrors: [Golden] = [
    Golden(
        "a tab as indentation",
        #"""
        model: T
        entities:
        	Trip: {}
        """#,
        #"""
        a.yaml:3:1: error: a tab is not allowed here
          help: indent with spaces
        """#
    ),
    Golden(
        "a quote that is not closed",
        #"""
        model: "Trips
        entities: {}
        """#,
        #"""
        a.yaml:1:8: error: the quote that opens here is never closed
          help: close it on the same line
        """#
    ),
    Golden(
        "a bracket that is not closed",
        #"""
        model: T
        unique: [a, b
        entities: {}
        """#,
        #"""
        a.yaml:3:9: error: expected ',' or ']'
          note: the '[' is at a.yaml:2:9
          help: close the '[', and put a string that contains one of , [ ] { } in quotes
        """#
    ),
    Golden(
        "a brace that is not closed",
        #"""
        model: T
        trip: { to: Trip, inverse: x
        entities: {}
        """#,
        #"""
        a.yaml:3:9: error: expected ',' or '}'
          note: the '{' is at a.yaml:2:7
          help: close the '{', and put a string that contains one of , [ ] { } in quotes
        """#
    ),
    Golden(
        "a key without a colon",
        #"""
        model: T
        entities
        """#,
        #"""
        a.yaml:2:1: error: expected ':' after this key
          help: write 'key: value', with a space after the ':'; put a string of several lines in quotes
        """#
    ),
    Golden(
        "a key among others without a colon",
        #"""
        entities:
          Trip
          Person: {}
        """#,
        #"""
        a.yaml:3:9: error: unexpected ': '
          help: put a value that contains ': ' in quotes, and check the indentation
        """#
    ),
    Golden(
        "a value with a colon",
        #"""
        model: Trips: the model
        """#,
        #"""
        a.yaml:1:13: error: unexpected ': '
          help: put a value that contains ': ' in quotes, and check the indentation
        """#
    ),
    Golden(
        "a key that is indented too little",
        #"""
        entities:
            Trip: {}
          Person: {}
        """#,
        #"""
        a.yaml:3:3: error: expected a key
          note: it should line up with the keys that begin at a.yaml:1:1
          help: line it up with the other keys, and check for text after a closing quote or bracket
        """#
    ),
    Golden(
        "a key that is indented too much",
        #"""
        entities:
          Trip: {}
            Person: {}
        """#,
        #"""
        a.yaml:3:5: error: expected a key
          note: it should line up with the keys that begin at a.yaml:2:3
          help: line it up with the other keys, and check for text after a closing quote or bracket
        """#
    ),
    Golden(
        "text behind a quote",
        #"""
        name: "a" b
        """#,
        #"""
        a.yaml:1:11: error: expected a key
          note: it should line up with the keys that begin at a.yaml:1:1
          help: line it up with the other keys, and check for text after a closing quote or bracket
        """#
    ),
    Golden(
        "a list begun on the line of its key",
        #"""
        accept: - Trip
        """#,
        #"""
        a.yaml:1:9: error: a list cannot begin here
          help: put the first '- ' on a line of its own, or a string that begins with '- ' in quotes
        """#
    ),
    Golden(
        "a list among keys",
        #"""
        model: T
        - a
        """#,
        #"""
        a.yaml:2:1: error: expected a key
          note: it should line up with the keys that begin at a.yaml:1:1
          help: line it up with the other keys, and check for text after a closing quote or bracket
        """#
    ),
    Golden(
        "an unknown escape",
        #"""
        name: "a\q"
        """#,
        #"""
        a.yaml:1:9: error: unknown escape in double quotes
          help: write '\\' for a backslash, or use single quotes, which have no escapes
        """#
    ),
    Golden(
        "an anchor and an alias",
        #"""
        a: &x { type: string }
        b: *x
        """#,
        #"""
        a.yaml:1:4: error: anchors ('&x') are not supported
          help: write the value out where it is needed
        a.yaml:2:4: error: aliases ('*x') are not supported
          help: write the value out, or put it in quotes
        """#
    ),
    Golden(
        "a billion laughs",
        #"""
        a: &a [x, x]
        b: &b [*a, *a]
        c: [*b, *b]
        """#,
        #"""
        a.yaml:1:4: error: anchors ('&a') are not supported
          help: write the value out where it is needed
        a.yaml:2:4: error: anchors ('&b') are not supported
          help: write the value out where it is needed
        a.yaml:2:8: error: aliases ('*a') are not supported
          help: write the value out, or put it in quotes
        a.yaml:2:12: error: aliases ('*a') are not supported
          help: write the value out, or put it in quotes
        a.yaml:3:5: error: aliases ('*b') are not supported
          help: write the value out, or put it in quotes
        a.yaml:3:9: error: aliases ('*b') are not supported
          help: write the value out, or put it in quotes
        """#
    ),
    Golden(
        "a tag",
        #"""
        a: !!int 1
        b: !mine { c: d }
        """#,
        #"""
        a.yaml:1:4: error: tags ('tag:yaml.org,2002:int') are not supported
          help: remove it; a value in quotes is always a string
        a.yaml:2:4: error: tags ('!mine') are not supported
          help: remove it; a value in quotes is always a string
        """#
    ),
    Golden(
        "a directive",
        #"""
        %YAML 1.1
        ---
        a: b
        """#,
        #"""
        a.yaml:1:1: error: directives ('%…') are not supported
          help: remove the lines that begin with '%'
        """#
    ),
    Golden(
        "two documents",
        #"""
        a: b
        ---
        c: d
        """#,
        #"""
        a.yaml:2:1: error: a second document begins here, but a file can hold only one
          help: remove the '---', or move what follows to a file of its own
        """#
    ),
    Golden(
        "text behind the end of a document",
        #"""
        a: b
        ...
        c: d
        """#,
        #"""
        a.yaml:3:1: error: the document has ended, but more text follows
          help: indent it to make it part of the document, or remove it
        """#
    ),
    Golden(
        "keys twice",
        #"""
        a: 1
        b: { c: 1, c: 2 }
        a: 2
        a: 3
        """#,
        #"""
        a.yaml:2:12: error: duplicate key 'c'
          note: the first one is at a.yaml:2:6
          help: remove or rename one of them
        a.yaml:3:1: error: duplicate key 'a'
          note: the first one is at a.yaml:1:1
          help: remove or rename one of them
        a.yaml:4:1: error: duplicate key 'a'
          note: the first one is at a.yaml:1:1
          help: remove or rename one of them
        """#
    ),
    Golden(
        "a key that is a list",
        #"""
        ? [a, b]
        : c
        """#,
        #"""
        a.yaml:1:3: error: a key must be a string, not a list
          help: write 'key: value'
        """#
    ),
    Golden(
        "a key without a name",
        #"""
        : c
        """#,
        #"""
        a.yaml:1:1: error: expected a key
          note: it should line up with the keys that begin at a.yaml:1:1
          help: line it up with the other keys, and check for text after a closing quote or bracket
        """#
    ),
    Golden(
        "a text that begins with an at sign",
        #"""
        name: @home
        """#,
        #"""
        a.yaml:1:7: error: a value cannot begin with this character
          help: put a string that begins with '@', '`' or '%' in quotes
        """#
    ),
    Golden(
        "a text that begins with a star",
        #"""
        name: *
        """#,
        #"""
        a.yaml:1:7: error: a string cannot begin with '*' or '&'
          help: put the string in quotes
        """#
    ),
    Golden(
        "a text that begins with a percent sign",
        #"""
        name: %d
        """#,
        #"""
        a.yaml:1:7: error: a value cannot begin with this character
          help: put a string that begins with '@', '`' or '%' in quotes
        """#
    ),
    Golden(
        "a merge of two branches",
        #"""
        a: 1
        <<<<<<< HEAD
        b: 2
        =======
        b: 3
        >>>>>>> other
        """#,
        #"""
        a.yaml:2:1: error: a merge conflict is not resolved here
          help: keep what is right of both sides, and remove the lines with '<<<<<<<', '=======' and '>>>>>>>'
        """#
    ),
    Golden(
        "a wrong element of a list",
        #"""
        - a
        b
        """#,
        #"""
        a.yaml:2:1: error: expected ':' after this key
          help: write 'key: value', with a space after the ':'; put a string of several lines in quotes
        """#
    ),
    Golden(
        "a comment that ends a bracket",
        #"""
        a: { b: c # d }
        e: f
        """#,
        #"""
        a.yaml:2:1: error: expected ',' or '}'
          note: the '{' is at a.yaml:1:4
          help: close the '{', and put a string that contains one of , [ ] { } in quotes
        """#
    ),
]
