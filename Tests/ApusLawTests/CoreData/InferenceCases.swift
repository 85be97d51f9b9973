extension InferenceCase {
    private static let name = attribute("name", "String", optional)
    private static let person = entity("Person", "", name)

    /// The changes that apps make, in the order of the table in `Import.md`.
    static let all: [InferenceCase] = attributes + types + relationships + entities

    private static let attributes: [InferenceCase] = [
        InferenceCase(
            "optional attribute added",
            coreData: "inferred: null, or the default",
            apus: "the same",
            trip(name),
            trip(name, attribute("code", "String", optional))
        ),
        InferenceCase(
            "required attribute added with a default",
            coreData: "inferred: the default",
            apus: "the same",
            trip(name),
            trip(name, attribute("nights", "Integer 16", #"defaultValueString="1""#))
        ),
        InferenceCase(
            "required attribute added without a default",
            coreData: "stops where there are objects (134110)",
            apus: "the same, before the first write; `fill` gives values",
            trip(name),
            trip(name, attribute("code", "String"))
        ),
        InferenceCase(
            "attribute removed",
            coreData: "inferred: drops the values",
            apus: "the same, once the line is reviewed",
            trip(name, attribute("code", "String", optional)),
            trip(name)
        ),
        InferenceCase(
            "attribute removed, and back in a later version",
            coreData: "straight to the later version, inferred: keeps the values",
            apus: "drops the values on the way, once the line is reviewed",
            trip(name, attribute("code", "String", optional)),
            trip(name),
            later: trip(name, attribute("code", "String", optional), attribute("note", "String", optional))
        ),
        InferenceCase(
            "attribute renamed, with its renaming identifier",
            coreData: "inferred: keeps the values",
            apus: "the same",
            trip(attribute("name", "String", optional)),
            trip(attribute("title", "String", #"optional="YES" elementID="name""#))
        ),
        InferenceCase(
            "attribute renamed, and its renaming identifier comes a version late",
            coreData: "straight to the later version, inferred: keeps the values",
            apus: "keeps the values, and warns",
            trip(attribute("name", "String", optional)),
            trip(attribute("title", "String", optional)),
            later: trip(attribute("title", "String", #"optional="YES" elementID="name""#), attribute("note", "String"))
        ),
        InferenceCase(
            "attribute renamed without one",
            coreData: "inferred: drops the values, adds nulls",
            apus: "the same, and the mapping asks: perhaps a rename",
            trip(attribute("name", "String", optional)),
            trip(attribute("title", "String", optional))
        ),
        InferenceCase(
            "required attribute becomes optional",
            coreData: "inferred",
            apus: "the same",
            trip(attribute("name", "String")),
            trip(name)
        ),
        InferenceCase(
            "optional attribute becomes required, with a default",
            coreData: "inferred",
            apus: "the default fills the nulls, which are counted",
            trip(name),
            trip(attribute("name", "String", #"defaultValueString="none""#))
        ),
        InferenceCase(
            "optional attribute becomes required, without a default",
            coreData: "stops where a value is null (134110)",
            apus: "the same, before the first write; `fill` gives values",
            trip(name),
            trip(attribute("name", "String"))
        ),
        InferenceCase(
            "default, user info or class name changed",
            coreData: "no migration: rows keep their values",
            apus: "the same",
            trip(attribute("name", "String", #"defaultValueString="a""#)),
            trip(attribute("name", "String", #"defaultValueString="b""#))
        ),
        InferenceCase(
            "uniqueness constraint added",
            coreData: "inferred; stops where values are equal (134111)",
            apus: "the same, before the first write, and says which rows",
            trip(name),
            trip(
                name,
                #"<uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>"#
            )
        ),
    ]

    private static let types: [InferenceCase] = [
        InferenceCase(
            "a number's type becomes wider",
            coreData: "inferred: converts",
            apus: "the same",
            trip(attribute("nights", "Integer 16", optional)),
            trip(attribute("nights", "Integer 64", optional))
        ),
        InferenceCase(
            "a number's type becomes narrower",
            coreData: "inferred: converts",
            apus: "converts, and stops where a value does not fit",
            trip(attribute("nights", "Integer 64", optional)),
            trip(attribute("nights", "Integer 16", optional))
        ),
        InferenceCase(
            "an integer becomes a Double",
            coreData: "inferred: converts",
            apus: "converts, and stops where a value does not fit",
            trip(attribute("price", "Integer 64", optional)),
            trip(attribute("price", "Double", optional))
        ),
        InferenceCase(
            "text becomes a number",
            coreData: "not inferred (134190)",
            apus: "reads the number, and stops where a text is none",
            trip(attribute("nights", "String", optional)),
            trip(attribute("nights", "Integer 16", optional))
        ),
        InferenceCase(
            "a number becomes text",
            coreData: "not inferred (134190)",
            apus: "writes the number",
            trip(attribute("nights", "Integer 16", optional)),
            trip(attribute("nights", "String", optional))
        ),
        InferenceCase(
            "a date becomes a number",
            coreData: "not inferred (134190)",
            apus: "asks which: several conversions are possible",
            trip(attribute("start", "Date", optional)),
            trip(attribute("start", "Double", optional))
        ),
        InferenceCase(
            "the class or the transformer of a Transformable changes",
            coreData: "no migration: keeps the bytes",
            apus: "the same",
            trip(attribute("data", "Transformable", #"optional="YES" customClassName="NSArray""#)),
            trip(attribute("data", "Transformable", #"optional="YES" customClassName="NSSet""#))
        ),
    ]

    private static let relationships: [InferenceCase] = [
        InferenceCase(
            "optional relationship added",
            coreData: "inferred: empty",
            apus: "the same",
            trip(name) + person,
            trip(name, relationship("owner", to: "Person", optional)) + person
        ),
        InferenceCase(
            "required to-one added",
            coreData: "apps ship it; the objects have none until they are saved",
            apus: "the same: such objects are counted, and the next save has to set it",
            trip(name) + person,
            trip(name, relationship("owner", to: "Person")) + person
        ),
        InferenceCase(
            "optional to-one becomes required",
            coreData: "apps ship it; the objects have none until they are saved",
            apus: "the same: such objects are counted, and the next save has to set it",
            trip(relationship("owner", to: "Person", optional)) + person,
            trip(relationship("owner", to: "Person")) + person
        ),
        InferenceCase(
            "relationship removed",
            coreData: "inferred: drops the references",
            apus: "the same, once the line is reviewed",
            trip(relationship("owner", to: "Person", optional)) + person,
            trip(name) + person
        ),
        InferenceCase(
            "a relationship gets an inverse",
            coreData: "inferred: keeps the references",
            apus: "the same; of several objects for a to-one inverse, `duplicates` chooses",
            trip(relationship("owner", to: "Person", optional)) + person,
            trip(relationship("owner", to: "Person", #"optional="YES" inverseName="trips" inverseEntity="Person""#))
                + entity(
                    "Person",
                    "",
                    name,
                    relationship(
                        "trips",
                        to: "Trip",
                        #"optional="YES" inverseName="owner" inverseEntity="Trip""#,
                        isToMany: true
                    )
                )
        ),
        InferenceCase(
            "to-one becomes to-many",
            coreData: "inferred: keeps the reference",
            apus: "the same",
            trip(relationship("owner", to: "Person", optional)) + person,
            trip(relationship("owner", to: "Person", optional, isToMany: true)) + person
        ),
        InferenceCase(
            "to-many becomes to-one",
            coreData: "not stated by Apple",
            apus: "keeps the only reference; stops where there are several, of which `duplicates` chooses",
            trip(relationship("owner", to: "Person", optional, isToMany: true)) + person,
            trip(relationship("owner", to: "Person", optional)) + person
        ),
        InferenceCase(
            "to-many becomes ordered",
            coreData: "inferred",
            apus: "the same",
            trip(relationship("owners", to: "Person", optional, isToMany: true)) + person,
            trip(relationship("owners", to: "Person", #"optional="YES" ordered="YES""#, isToMany: true)) + person
        ),
        InferenceCase(
            "ordered to-many becomes unordered",
            coreData: "inferred: drops the order",
            apus: "the same, once the line is reviewed",
            trip(relationship("owners", to: "Person", #"optional="YES" ordered="YES""#, isToMany: true)) + person,
            trip(relationship("owners", to: "Person", optional, isToMany: true)) + person
        ),
        InferenceCase(
            "a relationship points to a sub-entity",
            coreData: "not stated by Apple",
            apus: "drops the references to other objects, once the line is reviewed",
            trip(relationship("owner", to: "Person", optional)) + person + entity("Guide", #"parentEntity="Person""#),
            trip(relationship("owner", to: "Guide", optional)) + person + entity("Guide", #"parentEntity="Person""#)
        ),
    ]

    private static let entities: [InferenceCase] = [
        InferenceCase(
            "entity added",
            coreData: "inferred",
            apus: "the same",
            trip(name),
            trip(name) + person
        ),
        InferenceCase(
            "entity removed",
            coreData: "inferred: drops the objects",
            apus: "the same, once the line is reviewed",
            trip(name) + person,
            trip(name)
        ),
        InferenceCase(
            "entity renamed, with its renaming identifier",
            coreData: "inferred: keeps the objects",
            apus: "the same",
            trip(name),
            entity("Journey", #"elementID="Trip""#, name)
        ),
        InferenceCase(
            "a property moves to the parent, or to a new one",
            coreData: "inferred: keeps the values",
            apus: "the same",
            trip(name),
            entity("Item", #"isAbstract="YES""#, name) + entity("Trip", #"parentEntity="Item""#)
        ),
        InferenceCase(
            "entities of their own get a common parent",
            coreData: "not inferred (134190)",
            apus: "asks: rows of two tables would get one identity",
            trip(name) + person,
            entity("Item", #"isAbstract="YES""#, name) + entity("Trip", #"parentEntity="Item""#)
                + entity("Person", #"parentEntity="Item""#)
        ),
    ]
}
