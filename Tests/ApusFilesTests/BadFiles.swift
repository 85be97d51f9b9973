import ApusTestSupport

// Mappings, settings and locks that cannot be used, and what is said about them.

let badFiles: [Golden] = [
    Golden(
        "mapping 1-2: not a list",
        #"""
        accept: Trip
        """#,
        #"""
        file:1:9: error: 'accept' must be a list, not a text
          help: write '- Entity' or '- Entity.property', with the older version's names
        """#
    ),
    Golden(
        "mapping 1-2: not keys",
        #"""
        - Trip
        """#,
        #"""
        file:1:1: error: a mapping must be keys with values, not a list
          help: write 'key: value' lines, indented below the key
        """#
    ),
    Golden(
        "mapping 1-2: unknown keys",
        #"""
        acept: [Trip]
        fill: { Trip.code: none }
        """#,
        #"""
        file:1:1: error: 'acept' is no key of a mapping
          help: did you mean 'accept'?
          help: possible are 'accept'
        file:2:1: error: this version of Apus does not know 'fill' of a mapping yet
          help: remove it: Apus never ignores what a file says
        """#
    ),
    Golden(
        "mapping 1-2: elements that are no names",
        #"""
        accept:
          - Trip.
          - Trip.a.b
          - [Trip]
          - null
          -
          - Trip.name
          - Trip.name
        """#,
        #"""
        file:2:5: error: 'Trip.' names no entity or property
          help: write '- Entity' or '- Entity.property', with the older version's names
        file:3:5: error: 'Trip.a.b' names no entity or property
          help: write '- Entity' or '- Entity.property', with the older version's names
        file:4:5: error: an accepted loss must be a text, not a list
          help: write a word, or a text in quotes
        file:5:5: error: an accepted loss is 'null', which means nothing
          help: remove it, or write "null" in quotes
        file:6:4: error: an accepted loss is missing
          help: write it here, or remove the line
        file:8:5: error: 'Trip.name' is accepted twice
          note: the first one is at file:7:5
          help: remove one of them
        """#
    ),
    Golden(
        "project: empty",
        #"""

        """#,
        #"""
        file: error: the file is empty
          help: write 'apus: 1', the number of the files' format
        """#
    ),
    Golden(
        "project: unknown keys and values",
        #"""
        apus: 1
        codegen: { acess: public }
        models: [Trips]
        """#,
        #"""
        file:2:12: error: 'acess' is no key of 'codegen'
          help: did you mean 'access'?
          help: possible are 'access'
        file:3:1: error: 'models' is no key of apus.yaml
          help: possible are 'apus', 'codegen'
        """#
    ),
    Golden(
        "project: a wrong access",
        #"""
        apus: 1
        codegen:
          access: open
        """#,
        #"""
        file:3:11: error: 'open' is no access
          help: possible are 'internal', 'public', 'package'
        """#
    ),
    Golden(
        "project: a newer format",
        #"""
        apus: 2
        """#,
        #"""
        file:1:7: error: the project has format 2, but this version of Apus reads format 1
          help: use a version of Apus that knows format 2
        """#
    ),
    Golden(
        "project: no format",
        #"""
        codegen: { access: public }
        """#,
        #"""
        file:1:1: error: 'apus' is missing
          help: write 'apus: 1', the number of the files' format
        """#
    ),
    Golden(
        "project: a format that is no number",
        #"""
        apus: one
        codegen: public
        """#,
        #"""
        file:1:7: error: 'one' is no format number
          help: write 'apus: 1', the number of the files' format
        file:2:10: error: 'codegen' must be keys with values, not a text
          help: write 'key: value' lines, indented below the key
        """#
    ),
    Golden(
        "lock: a merge conflict",
        #"""
        # header
        <<<<<<< HEAD
        1 0000000000000000000000000000000000000000000000000000000000000000 - 0000000000000000000000000000000000000000000000000000000000000000
        =======
        """#,
        #"""
        file:2: error: a merge conflict is not resolved here
          help: two branches froze a version: keep the lines of the branch that was released, remove the other branch's version file, and freeze again
        """#
    ),
    Golden(
        "lock: lines that are none",
        #"""
        1 abc - def
        1.0 0000000000000000000000000000000000000000000000000000000000000000 - 0000000000000000000000000000000000000000000000000000000000000000
        one two
        """#,
        #"""
        file:1: error: this is no line of a lock: expected '<version> <digest> <digest or -> <digest>'
          help: the lock is written by 'apus freeze': take it back from version control
        file:2: error: this is no line of a lock: expected '<version> <digest> <digest or -> <digest>'
          help: the lock is written by 'apus freeze': take it back from version control
        file:3: error: this is no line of a lock: expected '<version> <digest> <digest or -> <digest>'
          help: the lock is written by 'apus freeze': take it back from version control
        """#
    ),
    Golden(
        "lock: a version twice",
        #"""
        1 0000000000000000000000000000000000000000000000000000000000000000 - 0000000000000000000000000000000000000000000000000000000000000000
        1 0000000000000000000000000000000000000000000000000000000000000000 - 0000000000000000000000000000000000000000000000000000000000000001
        """#,
        #"""
        file:2: error: version 1 stands here a second time
          note: the first one is in line 1
          help: the lock is written by 'apus freeze': take it back from version control
        """#
    ),
]
