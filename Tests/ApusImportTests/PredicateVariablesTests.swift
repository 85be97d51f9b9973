import ApusSchema
import Testing

@testable import ApusImport

struct PredicateVariablesTests {
    private let schema: Schema = {
        var home = Entity("Home", attributes: [Attribute("city", .string), Attribute("point", .named("Point"))])
        home.relationships = [.toMany("trips", "Trip", inverse: "home")]
        let trip = Entity(
            "Trip",
            parent: "Base",
            attributes: [
                Attribute("name", .string), Attribute("start", .date), Attribute("price", .decimal),
                Attribute("tags", .transformable), Attribute("order", .int32),
            ],
            relationships: [.toOne("home", "Home", inverse: "trips"), .toMany("items", "Item")]
        )
        var schema = Schema(
            model: "Trips",
            entities: [
                Entity("Base", attributes: [Attribute("key", .uuid)]), trip, home,
                Entity("Item", attributes: [Attribute("cost", .double)]),
            ]
        )
        schema.composites = [Composite("Point", attributes: [Attribute("x", .double)])]
        return schema
    }()

    @Test(arguments: [
        ("name == $A", "A string"),
        ("$A == name AND start>=$B", "A string, B date"),
        ("(name ==[cd] $A) || NOT (key = $B)", "A string, B uuid"),
        ("SELF.name LIKE[c] $A", "A string"),
        ("tags MATCHES $A", "A string"),
        ("home == $H", "H Home"),
        ("home.city CONTAINS[cd] $A", "A string"),
        ("home.point.x < $X", "X double"),
        ("ANY home.trips.price > $P", "P decimal"),
        ("key IN $KEYS", "KEYS [uuid]"),
        ("SELF IN $TRIPS", "TRIPS [Trip]"),
        ("$ITEM IN items", "ITEM Item"),
        ("items CONTAINS $ITEM", "ITEM Item"),
        ("$NAMES CONTAINS name", "NAMES [string]"),
        ("price BETWEEN {$LOW, $HIGH}", "LOW decimal, HIGH decimal"),
        ("price between $RANGE", "RANGE [decimal]"),
        ("name IN {'a', $B}", "B string"),
        ("items.@count > $N", "N int64"),
        ("items.@sum.cost > $N", "N double"),
        ("#order == $N", "N int32"),
        ("SUBQUERY(items, $item, $item.cost > $LEAST).@count > 0", "LEAST double"),
        (
            "SUBQUERY(home.trips, $t, SUBQUERY($t.items, $t, $t.cost > $A).@count > 0 AND $t.price == $B).@count > 0",
            "A double, B decimal"
        ),
        ("name == '$A' OR name == \"it\\\"s $B\" OR name == $C", "C string"),
        ("name == $A OR home.city == $A", "A string"),
        ("lowercase:(name) == $A", "A string"),
        ("name == nil", ""),
        ("TRUEPREDICATE", ""),
        // What is not clear.
        ("name == $A OR price == $A", "A?"),
        ("tags == $A", "A?"),
        ("price == $A + 1", "A?"),
        ("price + 1 == $A", "A?"),
        ("$A.name == name", "A?"),
        ("length(name) == $A", "A?"),
        ("gone == $A", "A?"),
        ("$A == $B", "A?, B?"),
        ("name == $A AND name == $A + 'x'", "A string"),
    ])
    func types(predicate: String, expected: String) throws {
        let found = PredicateVariables(try PredicateFormat.parse(predicate), entity: "Trip", schema: schema)
        let texts: [String] = found.variables.map { "\($0.name) \($0.text)" } + found.unclear.map { "\($0)?" }
        #expect(texts.joined(separator: ", ") == expected)
    }
}
