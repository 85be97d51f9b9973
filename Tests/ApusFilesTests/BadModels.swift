import ApusTestSupport

// Models that cannot be used, and what is said about them.

let badModels: [Golden] = [
    Golden(
        "an empty file",
        #"""
        # nothing
        """#,
        #"""
        T.yaml: error: the file is empty
          help: write 'model: Name' and 'entities:', or remove the file
        """#
    ),
    Golden(
        "a list instead of a model",
        #"""
        - Trip
        """#,
        #"""
        T.yaml:1:1: error: a model must be keys with values, not a list
          help: write 'key: value' lines, indented below the key
        """#
    ),
    Golden(
        "no model's name, no entities",
        #"""
        # nothing else
        entitys: {}
        """#,
        #"""
        T.yaml:2:1: error: 'entitys' is no key of a model
          help: did you mean 'entities'?
          help: possible are 'model', 'entities'
        T.yaml:2:1: error: 'model' is missing
          help: write 'model: Name': each file says which model it belongs to
        T.yaml:2:1: error: 'entities' is missing
          help: write 'entities:' and the entities
        """#
    ),
    Golden(
        "a model's name that cannot be a type's",
        #"""
        model: my trips
        entities: {}
        """#,
        #"""
        T.yaml:1:8: error: 'my trips' cannot name a Swift type
          help: use letters, digits and '_', and do not start with a digit
        """#
    ),
    Golden(
        "a model's name that is nothing",
        #"""
        model: null
        entities: {}
        """#,
        #"""
        T.yaml:1:8: error: 'model' is 'null', which means nothing
          help: remove it, or write "null" in quotes
        """#
    ),
    Golden(
        "entities as a list",
        #"""
        model: T
        entities:
          - Trip
        """#,
        #"""
        T.yaml:3:3: error: 'entities' must be keys with values, not a list
          help: write 'key: value' lines, indented below the key
        """#
    ),
    Golden(
        "an unknown key of a model",
        #"""
        model: T
        version: 3
        entities: {}
        """#,
        #"""
        T.yaml:2:1: error: 'version' is no key of a model
          help: possible are 'model', 'entities'
        """#
    ),
    Golden(
        "an unknown key of an entity, nearly right",
        #"""
        model: T
        entities:
          Trip:
            atributes: { name: string }
        """#,
        #"""
        T.yaml:4:5: error: 'atributes' is no key of an entity
          help: did you mean 'attributes'?
          help: possible are 'originalName', 'codegen', 'attributes', 'relationships'
        """#
    ),
    Golden(
        "a key of an entity that is not known yet",
        #"""
        model: T
        entities:
          Trip:
            parent: Thing
            abstract: true
            unique: [[name]]
            indexes: { byName: [name] }
        """#,
        #"""
        T.yaml:4:5: error: this version of Apus does not know 'parent' of an entity yet
          help: remove it: Apus never ignores what a file says
        T.yaml:5:5: error: this version of Apus does not know 'abstract' of an entity yet
          help: remove it: Apus never ignores what a file says
        T.yaml:6:5: error: this version of Apus does not know 'unique' of an entity yet
          help: remove it: Apus never ignores what a file says
        T.yaml:7:5: error: this version of Apus does not know 'indexes' of an entity yet
          help: remove it: Apus never ignores what a file says
        """#
    ),
    Golden(
        "keys of an attribute that are not known yet",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              cover: { type: data, optional: true, externalStorage: true }
              weather: { type: string, optional: true, transient: true }
              size: { type: int32, minimum: 1, maximum: 9 }
        """#,
        #"""
        T.yaml:5:44: error: this version of Apus does not know 'externalStorage' of an attribute yet
          help: remove it: Apus never ignores what a file says
        T.yaml:6:48: error: this version of Apus does not know 'transient' of an attribute yet
          help: remove it: Apus never ignores what a file says
        T.yaml:7:28: error: this version of Apus does not know 'minimum' of an attribute yet
          help: remove it: Apus never ignores what a file says
        T.yaml:7:40: error: this version of Apus does not know 'maximum' of an attribute yet
          help: remove it: Apus never ignores what a file says
        """#
    ),
    Golden(
        "keys of a relationship that are not known yet",
        #"""
        model: T
        entities:
          Trip:
            relationships:
              stops: { toMany: Trip, ordered: true, minimumModelCount: 1 }
        """#,
        #"""
        T.yaml:5:30: error: this version of Apus does not know 'ordered' of a relationship yet
          help: remove it: Apus never ignores what a file says
        T.yaml:5:45: error: this version of Apus does not know 'minimumModelCount' of a relationship yet
          help: remove it: Apus never ignores what a file says
        """#
    ),
    Golden(
        "an unknown key of an attribute and of a relationship",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              name: { typ: string, type: string, orginalName: title }
            relationships:
              next: { to: Trip, delete: cascade, destination: Trip }
        """#,
        #"""
        T.yaml:5:15: error: 'typ' is no key of an attribute
          help: did you mean 'type'?
          help: possible are 'type', 'optional', 'default', 'originalName'
        T.yaml:5:42: error: 'orginalName' is no key of an attribute
          help: did you mean 'originalName'?
          help: possible are 'type', 'optional', 'default', 'originalName'
        T.yaml:7:25: error: 'delete' is no key of a relationship
          help: possible are 'to', 'toMany', 'optional', 'inverse', 'deleteRule', 'originalName', 'holdsKey'
        T.yaml:7:42: error: 'destination' is no key of a relationship
          help: possible are 'to', 'toMany', 'optional', 'inverse', 'deleteRule', 'originalName', 'holdsKey'
        """#
    ),
    Golden(
        "unknown types",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: strnig
              b: Integer 32
              c: { type: boolean }
              d: text?
              e: 7 = 7
              f: transformable
              g: { type: int32? }
        """#,
        #"""
        T.yaml:5:10: error: 'strnig' is no type
          help: did you mean 'string'?
          help: possible are 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url'
        T.yaml:6:10: error: 'Integer 32' is no type
          help: did you mean 'int32'?
          help: possible are 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url'
        T.yaml:7:18: error: 'boolean' is no type
          help: did you mean 'bool'?
          help: possible are 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url'
        T.yaml:8:10: error: 'text' is no type
          help: did you mean 'string'?
          help: possible are 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url'
        T.yaml:9:10: error: '7' is no type
          help: possible are 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url'
        T.yaml:10:10: error: this version of Apus does not know the type 'transformable' yet
          help: remove the attribute: Apus never ignores what a file says
        T.yaml:11:18: error: 'int32?' is the short form
          help: write 'type: int32' and 'optional: true'
        """#
    ),
    Golden(
        "no type",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a:
              b: "?"
              c: = 1
              d: {}
              e: null
              f: [string]
              g: { optional: true }
        """#,
        #"""
        T.yaml:5:9: error: the type of 'Trip.a' is missing
          help: write it here, or remove the line
        T.yaml:6:10: error: the type of 'Trip.b' is missing
          help: write a type in front, such as 'string'
        T.yaml:7:10: error: the type of 'Trip.c' is missing
          help: write a type in front, such as 'string = …'
        T.yaml:8:10: error: the type of 'Trip.d' is missing
          help: write 'type: string'
        T.yaml:9:10: error: the type of 'Trip.e' is 'null', which means nothing
          help: remove it, or write "null" in quotes
        T.yaml:10:10: error: an attribute must be a type or keys with values, not a list
          help: write 'f: string', or 'f: { type: string }'
        T.yaml:11:10: error: the type of 'Trip.g' is missing
          help: write 'type: string'
        """#
    ),
    Golden(
        "defaults out of range",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: int16 = 32768
              b: int32 =  -2147483649
              c: int64 = 9223372036854775808
              d: decimal = 999999999999999999999999999999999999999
              e: double = 1e999
              f: float = 1e39
              g: double = 1e-999
              h: double = nan
        """#,
        #"""
        T.yaml:5:18: error: the default '32768' of 'Trip.a' is no int16
          help: write a whole number from -32768 to 32767
        T.yaml:6:19: error: the default '-2147483649' of 'Trip.b' is no int32
          help: write a whole number from -2147483648 to 2147483647
        T.yaml:7:18: error: the default '9223372036854775808' of 'Trip.c' is no int64
          help: write a whole number from -9223372036854775808 to 9223372036854775807
        T.yaml:8:20: error: the default '999999999999999999999999999999999999999' of 'Trip.d' is no decimal
          help: write a number of up to 38 digits, such as 12.50
        T.yaml:9:19: error: the default '1e999' of 'Trip.e' is no double
          help: write a number that 64 bits can hold, such as 12.5
        T.yaml:10:18: error: the default '1e39' of 'Trip.f' is no float
          help: write a number that 32 bits can hold, such as 12.5
        T.yaml:11:19: error: the default '1e-999' of 'Trip.g' is no double
          help: write a number that 64 bits can hold, such as 12.5
        T.yaml:12:19: error: the default 'nan' of 'Trip.h' is no double
          help: write a number that 64 bits can hold, such as 12.5
        """#
    ),
    Golden(
        "defaults of another type",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: int32 = 1.0
              b: bool = yes
              c: date = 2026-13-01
              d: data = hello!
              e: uuid = 1234
              f: url = ""
              g: { type: int32, default: "one" }
              h: { type: bool, default: [true] }
              i: decimal = 1,5
        """#,
        #"""
        T.yaml:5:18: error: the default '1.0' of 'Trip.a' is no int32
          help: write a whole number from -2147483648 to 2147483647
        T.yaml:6:17: error: the default 'yes' of 'Trip.b' is no bool
          help: write true or false
        T.yaml:7:17: error: the default '2026-13-01' of 'Trip.c' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:8:17: error: the default 'hello!' of 'Trip.d' is no data
          help: write bytes as Base64, such as aGVsbG8=
        T.yaml:9:17: error: the default '1234' of 'Trip.e' is no uuid
          help: write a UUID, such as 6D9E4C7A-3B5F-4D8E-9A1C-2F7B8E0D1A34
        T.yaml:10:16: error: the default '' of 'Trip.f' is no url
          help: write a URL, such as https://example.org
        T.yaml:11:34: error: the default 'one' of 'Trip.g' is no int32
          help: write a whole number from -2147483648 to 2147483647
        T.yaml:12:33: error: the default of 'Trip.h' must be a text, not a list
          help: write a word, or a text in quotes
        T.yaml:13:20: error: the default '1,5' of 'Trip.i' is no decimal
          help: write a number of up to 38 digits, such as 12.50
        """#
    ),
    Golden(
        "defaults that say nothing, or half",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: string =
              b: string = null
              c: string? = ~
              d: { type: string, default: null }
              e: { type: string, default: }
              f: string = "a
              g: string = "a" b"
              h: string = "a\n"
              i: string = #fff
        """#,
        #"""
        T.yaml:5:17: error: the default of 'Trip.a' is missing behind the '='
          help: write it; an empty text is "", and a text with ' #' in it needs quotes
        T.yaml:6:19: error: the default of 'Trip.b' is 'null', which means nothing
          help: remove the '= null', or write = "null" for this text
        T.yaml:7:20: error: the default of 'Trip.c' is '~', which means nothing
          help: remove the '= ~', or write = "~" for this text
        T.yaml:8:35: error: the default of 'Trip.d' is 'null', which means nothing
          help: remove it, or write "null" in quotes
        T.yaml:9:35: error: the default of 'Trip.e' is missing
          help: write it here, or remove the line
        T.yaml:10:19: error: the default of 'Trip.f' begins with a quote, but it is no text between two quotes
          help: for quotes and escapes in a default use the long form: '{ type: …, default: … }'
        T.yaml:11:19: error: the default of 'Trip.g' begins with a quote, but it is no text between two quotes
          help: for quotes and escapes in a default use the long form: '{ type: …, default: … }'
        T.yaml:12:19: error: the default of 'Trip.h' begins with a quote, but it is no text between two quotes
          help: for quotes and escapes in a default use the long form: '{ type: …, default: … }'
        T.yaml:13:17: error: the default of 'Trip.i' is missing behind the '='
          help: write it; an empty text is "", and a text with ' #' in it needs quotes
        """#
    ),
    Golden(
        "truth that is none",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: { type: string, optional: yes }
              b: { type: string, optional: "true" }
              c: { type: string, optional: 2 }
            relationships:
              d: { to: Trip, holdsKey: off }
        """#,
        #"""
        T.yaml:5:36: error: 'optional' must be true or false
          help: write 'optional: true'
        T.yaml:6:36: error: 'optional' must be true or false
          help: write 'optional: true'
        T.yaml:7:36: error: 'optional' must be true or false
        T.yaml:9:32: error: 'holdsKey' must be true or false
          help: write 'holdsKey: false'
        """#
    ),
    Golden(
        "codegen and delete rules",
        #"""
        model: T
        entities:
          Trip:
            codegen: classs
            relationships:
              a: { to: Trip, deleteRule: Cascade }
              b: { to: Trip, deleteRule: delete }
              c: { to: Trip, deleteRule: [deny] }
        """#,
        #"""
        T.yaml:4:14: error: 'classs' is no codegen
          help: did you mean 'class'?
          help: possible are 'class', 'extension', 'none'
        T.yaml:6:34: error: 'Cascade' is no deleteRule
          help: did you mean 'cascade'?
          help: possible are 'noAction', 'nullify', 'cascade', 'deny'
        T.yaml:7:34: error: 'delete' is no deleteRule
          help: possible are 'noAction', 'nullify', 'cascade', 'deny'
        T.yaml:8:34: error: 'deleteRule' must be a text, not a list
          help: write a word, or a text in quotes
        """#
    ),
    Golden(
        "relationships without a far end, or with two",
        #"""
        model: T
        entities:
          Trip:
            relationships:
              a: { inverse: b }
              b: { to: Trip, toMany: Trip }
              c: Trip
              d: to
              e: toMany Trip?
              f: { toMany: Trip, optional: true }
              g:
              h: { to: }
              i: [Trip]
        """#,
        #"""
        T.yaml:5:10: error: the far end of 'Trip.a' is missing
          help: write 'to: Entity' or 'toMany: Entity'
        T.yaml:6:22: error: 'Trip.b' has both 'to' and 'toMany'
          help: keep one of them
        T.yaml:7:10: error: 'Trip' is no relationship
          help: write 'to Entity', 'to Entity?' or 'toMany Entity', or the long form '{ to: Entity }'
        T.yaml:8:10: error: 'to' is no relationship
          help: write 'to Entity', 'to Entity?' or 'toMany Entity', or the long form '{ to: Entity }'
        T.yaml:9:10: error: 'Trip.e' is to-many, so it may always be empty
          help: remove the '?'
        T.yaml:10:26: error: 'Trip.f' is to-many, so it may always be empty
          help: remove 'optional'
        T.yaml:11:9: error: the far end of 'Trip.g' is missing
          help: write it here, or remove the line
        T.yaml:12:16: error: 'to' is missing
          help: write it here, or remove the line
        T.yaml:13:10: error: a relationship must be keys with values, not a list
          help: write 'i: { to: Entity }' or 'i: { toMany: Entity }'
        """#
    ),
    Golden(
        "dangling names",
        #"""
        model: T
        entities:
          Trip:
            relationships:
              stops: { toMany: Stopp, inverse: trip }
              guide: to Persn
          Stop:
            relationships:
              trip: { to: Trip, inverse: stop }
          Person: {}
        """#,
        #"""
        T.yaml:5:24: error: 'Trip.stops' leads to 'Stopp', but there is no such entity
          help: did you mean 'Stop'?
        T.yaml:6:17: error: 'Trip.guide' leads to 'Persn', but there is no such entity
          help: did you mean 'Person'?
        T.yaml:9:34: error: the inverse of 'Stop.trip' is 'stop', but in 'Trip' there is no such relationship
          help: did you mean 'stops'?
        """#
    ),
    Golden(
        "an inverse that is not one",
        #"""
        model: T
        entities:
          Trip:
            relationships:
              a: { to: Stop, inverse: b }
              c: { to: Stop, inverse: d, holdsKey: true }
          Stop:
            relationships:
              b: { to: Trip, inverse: c }
              d: { to: Trip, inverse: c, holdsKey: true }
        """#,
        #"""
        T.yaml:5:31: error: 'Trip.a' has the inverse 'Stop.b', but that one has 'c' as its inverse
          help: give 'Stop.b' the line 'inverse: a', or choose another inverse
        T.yaml:6:44: error: 'Trip.c' and 'Stop.d' both say 'holdsKey: true'
          help: keep it on one side
        T.yaml:9:31: error: 'Stop.b' has the inverse 'Trip.c', but that one has 'd' as its inverse
          help: give 'Trip.c' the line 'inverse: b', or choose another inverse
        T.yaml:10:44: error: 'Stop.d' and 'Trip.c' both say 'holdsKey: true'
          help: keep it on one side
        """#
    ),
    Golden(
        "names that cannot be",
        #"""
        model: T
        entities:
          "2nd": {}
          my-trip:
            attributes: { "": string, a b: string, isDeleted: bool, _id: int64, "1": string }
          sqlite_trip: {}
        """#,
        #"""
        T.yaml:3:3: error: '2nd' cannot name a Swift type
          help: use letters, digits and '_', and do not start with a digit
        T.yaml:4:3: error: 'my-trip' cannot name a Swift type
          help: use letters, digits and '_', and do not start with a digit
        T.yaml:5:19: error: the name of a property cannot be empty
        T.yaml:5:31: error: 'a b' cannot name a Swift property
          help: use letters, digits and '_', and do not start with a digit
        T.yaml:5:44: error: 'isDeleted' is a property that every model class has already
          help: choose another name, such as 'isDeletedValue'
        T.yaml:5:61: error: '_id' is the name of the column that holds a row's identity
          help: choose another name
        T.yaml:5:73: error: '1' cannot name a Swift property
          help: use letters, digits and '_', and do not start with a digit
        T.yaml:6:3: error: 'sqlite_trip' begins with 'sqlite_', which is kept for the store
          help: choose another name
        """#
    ),
    Golden(
        "names that differ only in case",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              name: string
              Name: string
            relationships:
              name: to Trip
          TRIP: {}
        """#,
        #"""
        T.yaml:6:7: error: 'name' and 'Name' differ only in case, which SQLite does not tell apart
          help: rename one of them
        T.yaml:8:7: error: 'Name' and 'name' differ only in case, which SQLite does not tell apart
          help: rename one of them
        T.yaml:9:3: error: 'Trip' and 'TRIP' differ only in case, which SQLite does not tell apart
          help: rename one of them
        """#
    ),
    Golden(
        "names twice",
        #"""
        model: T
        entities:
          Trip: { attributes: { a: string, a: string } }
          Trip: { attributes: { b: unknown } }
        """#,
        #"""
        T.yaml:3:36: error: 'a' stands here a second time
          note: the first one is at T.yaml:3:25
          help: remove or rename one of them
        T.yaml:4:3: error: 'Trip' stands here a second time
          note: the first one is at T.yaml:3:3
          help: remove or rename one of them
        """#
    ),
    Golden(
        "names that mean nothing",
        #"""
        model: T
        entities:
          Trip:
            originalName:
            attributes:
              a: { type: string, originalName: null }
              b: { type: string, originalName: "" }
            relationships:
              c: { to: Trip, inverse: ~ }
        """#,
        #"""
        T.yaml:4:18: error: 'originalName' is missing
          help: write it here, or remove the line
        T.yaml:6:40: error: 'originalName' is 'null', which means nothing
          help: remove it, or write "null" in quotes
        T.yaml:7:40: error: an original name cannot be empty
        T.yaml:9:31: error: 'inverse' is '~', which means nothing
          help: remove it, or write "~" in quotes
        """#
    ),
    Golden(
        "what is wrong with an element is not said again of others",
        #"""
        model: T
        entities:
          Trip:
            relationships:
              stops: { toMany: Stop, inverse: trip }
              plan: { to: Plan, inverse: trip }
          Stop:
            relationships:
              trip: { inverse: stops }
          Plan: oops
        """#,
        #"""
        T.yaml:9:13: error: the far end of 'Stop.trip' is missing
          help: write 'to: Entity' or 'toMany: Entity'
        T.yaml:10:9: error: an entity must be keys with values, not a text
          help: write 'key: value' lines, indented below the key
        """#
    ),
    Golden(
        "all mistakes of a file in its order",
        #"""
        model: T
        entities:
          Trip:
            relationships: { stop: { to: Stop } }
            attributes:
              a: strin
              b: int16 = 99999
            codgen: class
        """#,
        #"""
        T.yaml:4:34: error: 'Trip.stop' leads to 'Stop', but there is no such entity
        T.yaml:6:10: error: 'strin' is no type
          help: did you mean 'string'?
          help: possible are 'int16', 'int32', 'int64', 'decimal', 'double', 'float', 'string', 'bool', 'date', 'data', 'uuid', 'url'
        T.yaml:7:18: error: the default '99999' of 'Trip.b' is no int16
          help: write a whole number from -32768 to 32767
        T.yaml:8:5: error: 'codgen' is no key of an entity
          help: did you mean 'codegen'?
          help: possible are 'originalName', 'codegen', 'attributes', 'relationships'
        """#
    ),
    Golden(
        "tables that would have one name",
        #"""
        model: T
        entities:
          Trip:
            relationships: { tags: toMany Trip }
          Trip_tags: {}
        """#,
        #"""
        T.yaml:4:22: error: 'Trip.tags' needs a table 'Trip_tags', which is also that of entity 'Trip_tags'
          help: rename the entity or the relationship
        """#
    ),
    Golden(
        "text that is no YAML",
        #"""
        model: T
        entities:
          Trip: { attributes: { a: string
        """#,
        #"""
        T.yaml:4:1: error: a ',' or '}' was expected here
          note: the '{' is at T.yaml:3:23
          help: close the '{', and put a text that has one of , [ ] { } in it in quotes
        """#
    ),
    Golden(
        "something that aliases could blow up",
        #"""
        model: T
        entities: &e
          Trip: *e
        """#,
        #"""
        T.yaml:2:11: error: an anchor ('&e') is not read
          help: write the value out where it is needed
        T.yaml:3:9: error: an alias ('*e') is not read
          help: write the value out, or put the text in quotes
        """#
    ),
    Golden(
        "dates that no calendar has",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: date = 2026-02-30
              b: date = 2026-02-01T25:00:00Z
              c: date = 2026-2-1
              d: date = tomorrow
              e: date = 2026-02-01T10:00:00
        """#,
        #"""
        T.yaml:5:17: error: the default '2026-02-30' of 'Trip.a' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:6:17: error: the default '2026-02-01T25:00:00Z' of 'Trip.b' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:7:17: error: the default '2026-2-1' of 'Trip.c' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:8:17: error: the default 'tomorrow' of 'Trip.d' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:9:17: error: the default '2026-02-01T10:00:00' of 'Trip.e' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        """#
    ),
    Golden(
        "moments that would be others",
        #"""
        model: T
        entities:
          Trip:
            attributes:
              a: date = 2026-02-01T10:00:00+02:00
              b: date = 2026-02-01T23:59:60Z
              d: date = 2026-02-01T10:61:00.5Z
        """#,
        #"""
        T.yaml:5:17: error: the default '2026-02-01T10:00:00+02:00' of 'Trip.a' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:6:17: error: the default '2026-02-01T23:59:60Z' of 'Trip.b' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        T.yaml:7:17: error: the default '2026-02-01T10:61:00.5Z' of 'Trip.d' is no date
          help: write a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01
        """#
    ),
]
