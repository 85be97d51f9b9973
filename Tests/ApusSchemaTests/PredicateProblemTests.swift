import ApusSchema
import Testing

/// What a predicate says that its schema does not bear out, and what the checker leaves alone.
@Suite struct PredicateProblemTests {
    @Test(arguments: [
        "name == 'x' AND nights > 5 AND price < 3.5 AND startDate > $SINCE AND isDone == YES AND isDone == 1",
        "startDate > 0 AND startDate < CAST(5, 'NSDate') AND startDate < now() - 86400",
        "endDate - startDate > 86400 AND startDate + 5 < endDate",
        "status == 'OPEN' AND status IN {'OPEN', 'CLOSED'} AND status != $STATUS AND status BEGINSWITH 'O'",
        "level == 1 AND level > 5 AND level IN {0, 1}",
        "owner == NIL AND owner == $OWNER AND owner.name == $NAME AND owner IN {$OWNER}",
        "SELF == $CRUISE AND SELF IN {$TRIP} AND SELF.name == 'x'",
        "ANY items.weight > 5 AND NONE items.title LIKE 'x' AND $TRIP.name == name",
        "items.@count > 0 AND items.@sum.weight > 5 AND items.weight.@max < 3 AND items.@min.due < now()",
        "SUBQUERY(items, $i, $i.weight > 5 AND $i.trip == SELF).@count > 0 AND sum:(items.weight) > 5",
        "SUBQUERY(items, $i, SUBQUERY($i.owners, $o, $o.age > $i.weight).@count > 0).@count > 0",
        "address.city == 'x' AND address.geo.x > 5 AND address == NIL AND tags == NIL",
        "name IN $NAMES AND startDate BETWEEN $DATES AND nights BETWEEN {1, $N}",
        "'x' IN name AND name CONTAINS[c] 'x' AND link BEGINSWITH 'http' AND $NAMES CONTAINS name",
        "id == 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F' AND lowercase:(name) == $NAME AND length:(name) > 3",
        "isDone == nights AND nights == $N AND items[SIZE] > 5 AND FUNCTION(name, 'x') == 5",
        "index: isDone == YES AND owner != NIL AND address.city == 'x' AND lowercase:(name) != 'y'",
        "fetched: owner == $FETCH_SOURCE AND owner.name == $FETCH_SOURCE.name",
        "fetched: $FETCHED_PROPERTY.userInfo.x == 5",
    ])
    func fine(text: String) throws {
        #expect(try PredicateModel.problems(text) == [])
    }

    @Test(arguments: PredicateModel.cases(table))
    func found(example: PredicateCase) throws {
        #expect(
            try PredicateModel.problems(example.text).joined(separator: "\n") == example.said.joined(separator: "\n")
        )
    }

    @Test func allAreFoundAtOnceInOrder() throws {
        let problems = try PredicateModel.problems("nmae == 'x' AND (nights == 'x' OR NOT $FOO > 5)")
        #expect(problems.map { $0.prefix { $0 != ":" } } == ["0", "27", "38"])
    }

    @Test func unusedVariables() throws {
        let use: PredicateUse = .fetchRequest(variables: [.init("SINCE", .date), .init("NAME", .string)])
        let trip = PredicateModel.schema.entity("Trip")
        func problems(_ text: String) throws -> [String] {
            try PredicateFormat.parse(text).problems(in: PredicateModel.schema, entity: trip, as: use).map(\.message)
        }
        #expect(
            try problems("startDate > $SINCE")
                == ["the variable 'NAME' is declared, but the predicate does not use it"]
        )
        // One slip is one problem.
        #expect(try problems("startDate > $SINCE AND name == $NAEM") == ["the variable '$NAEM' is not declared"])
        // A variable of SUBQUERY hides the declared one.
        #expect(
            try problems("startDate > $SINCE AND SUBQUERY(items, $NAME, $NAME.weight > 5).@count > 0")
                == ["the variable 'NAME' is declared, but the predicate does not use it"]
        )
    }

    @Test func withoutAnEntityOnlyVariablesAreJudged() throws {
        let predicate = try PredicateFormat.parse("a.b == 1 AND ANY c.d == $X AND e.@count > 0")
        let problems = predicate.problems(in: PredicateModel.schema, entity: nil, as: .fetchRequest(variables: []))
        #expect(problems.map(\.message) == ["the variable '$X' is not declared"])
    }

    @Test func expressionsAreChecked() throws {
        func problems(_ text: String, _ use: PredicateUse) throws -> [String] {
            let trip = PredicateModel.schema.entity("Trip")
            return try ExpressionFormat.parse(text).problems(in: PredicateModel.schema, entity: trip, as: use)
                .map(PredicateModel.shown)
        }
        #expect(try problems("lowercase:(name)", .index) == [])
        #expect(
            try problems("lowercase:(nmae)", .index) == [
                "11: 'Trip' has no property 'nmae'\nhelp: did you mean 'name'?"
            ]
        )
        #expect(try problems("weather", .displayName) == [])
        #expect(try problems("$X", .displayName) == ["0: a display name has no variables, so '$X' has no value"])
    }

    private static let table: String = #"""
        nmae == "x"
            0: 'Trip' has no property 'nmae'
            help: did you mean 'name'?
        ship == "x"
            0: 'ship' is a property of 'Cruise', not of every 'Trip'
            help: use 'Cruise' instead, or move the property up to 'Trip'
        similar == NIL
            0: 'Trip.similar' is a fetched property, which a predicate cannot use
            help: write its condition here, or use a relationship
        weather == "x"
            0: 'Trip.weather' exists only in memory, so a store cannot compare it
            help: compare a stored or derived property
        name.length > 5
            0: a value of type string has no property 'length'
        tags.count > 5
            0: a store cannot read 'count' inside a transformable value
            help: make the type a composite, or store 'count' in a separate attribute
        owner.nam == "x"
            0: 'Person' has no property 'nam'
            help: did you mean 'name'?
        address.cty == "x"
            0: 'Address' has no attribute 'cty'
            help: did you mean 'city'?
        items.weight > 5
            0: expected one value, but 'items.weight' refers to several values
            help: write ANY or ALL before the comparison
        items == NIL
            0: expected one value, but 'items' refers to several objects
            help: write ANY or ALL before the comparison, or count them with 'items.@count'
        items.title CONTAINS "x"
            0: expected one value, but 'items.title' refers to several values
            help: write ANY or ALL before the comparison
        ANY name == "x"
            4: 'ANY' needs several values, but 'name' is a single value
            help: remove 'ANY'
        name == items.title
            8: expected one value, but 'items.title' refers to several values
            help: write ANY or ALL before the comparison
        startDate == "x"
            13: these cannot be compared: 'startDate' is date, and "x" is a text
            help: compare with a variable, now() or seconds since 2001: 'CAST(0, "NSDate")'
        startDate == $NAME
            13: these cannot be compared: 'startDate' is date, and '$NAME' is declared as string
            help: declare 'NAME: date'
        name > 5
            7: these cannot be compared: 'name' is string, and 5 is a number
            help: write the text in quotation marks
        isDone == "yes"
            10: these cannot be compared: 'isDone' is bool, and "yes" is a text
            help: write YES or NO
        isDone == 2
            10: these cannot be compared: 'isDone' is bool, and 2 is a number
            help: write YES or NO
        nights == "5"
            10: these cannot be compared: 'nights' is int16, and "5" is a text
            help: write the number without quotation marks
        5 == name
            0: these cannot be compared: 'name' is string, and 5 is a number
            help: write the text in quotation marks
        status == "open"
            10: 'status' is Status, which has no case with the raw value "open"
            help: 'open' is stored as "OPEN"
        status == "OPNE"
            10: 'status' is Status, which has no case with the raw value "OPNE"
            help: did you mean "OPEN"?
        status == "x"
            10: 'status' is Status, which has no case with the raw value "x"
            help: the raw values are OPEN, CLOSED
        status == 1
            10: these cannot be compared: 'status' is Status, and 1 is a number
            help: write the text in quotation marks
        level == 7
            9: 'level' is Level, which has no case with the raw value 7
            help: the raw values are 0, 1
        level IN {0, 9}
            13: 'level' is Level, which has no case with the raw value 9
            help: the raw values are 0, 1
        id == "x"
            6: these cannot be compared: 'id' is uuid, and "x" is a text
            help: write all 36 characters of the UUID, or compare with a variable
        cover > 5
            0: '>' needs ordered values, but 'cover' is data
        owner == "x"
            9: these cannot be compared: 'owner' refers to 'Person', and "x" is a text
            help: compare one of its properties
        owner == $TRIP
            9: these cannot be compared: 'owner' refers to 'Person', and '$TRIP' is declared as Trip
            help: declare 'TRIP: Person'
        owner == owner.name
            9: these cannot be compared: 'owner' refers to 'Person', and 'owner.name' is string
            help: compare one of its properties
        address == "x"
            11: these cannot be compared: 'address' is Address, and "x" is a text
        owner < 5
            0: '<' needs ordered values, but 'owner' refers to 'Person'
        name < NIL
            7: NIL has no order, so '<' cannot compare with it
        nights LIKE "x"
            0: 'LIKE' needs text, but 'nights' is int16
        nights CONTAINS 5
            0: 'CONTAINS' needs text, but 'nights' is int16
            16: 'CONTAINS' needs text, but 5 is a number
        name == $NAEM
            8: the variable '$NAEM' is not declared
            help: did you mean '$NAME'?
        name == $FOO
            8: the variable '$FOO' is not declared
            help: declare it under 'variables': 'FOO: string'
        $FETCH_SOURCE == owner
            0: only a fetched property has '$FETCH_SOURCE'
            help: declare a variable instead
        nights IN $N
            10: IN needs several values, but '$N' is declared as int64
            help: declare 'N: [int16]'
        nights IN 5
            10: IN needs several values, but 5 is a number
            help: write several values in braces, '{a, b}', or compare with '=='
        name == $NAMES
            8: expected one value, but '$NAMES' is declared as a list
            help: compare with IN, or declare 'NAMES: string'
        nights BETWEEN 5
            15: BETWEEN needs two values
            help: write the bounds in braces: '{1, 5}'
        nights BETWEEN {1, 2, 3}
            15: BETWEEN needs two values
            help: write the bounds in braces: '{1, 5}'
        nights BETWEEN {"a", NIL}
            16: these cannot be compared: 'nights' is int16, and "a" is a text
            help: write the number without quotation marks
            21: NIL has no order, so 'BETWEEN' cannot compare with it
        name + 1 == 2
            0: '+' needs numbers, but 'name' is string
        -name == 2
            1: '-' needs numbers, but 'name' is string
        items.@count.x > 5
            0: '@count' counts objects, so nothing can follow it
            help: remove everything after '@count'
        owner.@count > 5
            0: '@count' needs several objects, but 'owner.@count' has no to-many relationship
            help: remove '@count', or start at a to-many relationship
        items.@sum > 5
            0: '@sum' needs a numeric property of 'Item'
            help: add an attribute after it: '@sum.price'
        items.@sum.title > 5
            0: '@sum' needs numbers, but 'items.@sum.title' is string
        items.@sum.@max.weight > 5
            0: '@sum' and '@max' cannot be in one key path
        lowercase:(nights) == "x"
            11: 'lowercase:' needs text, but 'nights' is int16
        SUBQUERY(owner, $o, $o.age > 5).@count > 0
            9: SUBQUERY needs several objects, but 'owner' refers to one
            help: compare 'owner' itself
        SUBQUERY(items, $i, $i.wieght > 5).@count > 0
            20: 'Item' has no property 'wieght'
            help: did you mean 'weight'?
        SUBQUERY(items, $i, $i == "x").@count > 0
            26: these cannot be compared: '$i' refers to 'Item', and "x" is a text
            help: compare one of its properties
        TERNARY(nmae == 1, 2, 3) == 3
            8: 'Trip' has no property 'nmae'
            help: did you mean 'name'?
        1 == "x"
            5: these cannot be compared: 1 is a number, and "x" is a text
            help: write the number without quotation marks
        index: owner.name == "x"
            0: an index has only columns of its entity, but 'owner.name' leaves 'Trip'
            help: index an attribute, or a to-one relationship itself
        index: ANY items.weight > 5
            4: an index has only columns of its entity, but 'items.weight' leaves 'Trip'
            help: index an attribute, or a to-one relationship itself
        year(startDate) == 2026
            0: Core Data's format has no function 'year', so a model cannot call it
            help: call it in a mapping, or in a predicate in code
        name + " " + status == "x"
            0: '+' needs numbers, but 'name' is string
            7: '+' needs numbers, but " " is a text
            13: '+' needs numbers, but 'status' is Status
        trim(nmae) == "x"
            0: Core Data's format has no function 'trim', so a model cannot call it
            help: call it in a mapping, or in a predicate in code
            5: 'Trip' has no property 'nmae'
            help: did you mean 'name'?
        index: trim(name) == "x"
            0: SQLite's own functions cannot compute 'trim(name)', so an index cannot contain it
            help: store its value in a separate attribute, and index that attribute
        index: startDate > now()
            12: an index cannot contain 'now()', which is not constant
        index: name == $X
            8: an index has no variables, so '$X' has no value
        index: SUBQUERY(items, $i, $i.weight > 5) == NIL
            0: an index cannot contain a SUBQUERY, because it reads other rows
        fetched: owner.name == $FETCH_SOURCE.nmae
            14: 'Person' has no property 'nmae'
            help: did you mean 'name'?
        fetched: SELF == $FETCH_SOURCE
            8: these cannot be compared: 'SELF' refers to 'Trip', and '$FETCH_SOURCE' refers to 'Person'
            help: compare one of its properties
        """#
}
