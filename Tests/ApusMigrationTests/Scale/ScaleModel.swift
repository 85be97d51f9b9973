import ApusSchema

/// Two versions of a large model, and a mapping between them.
struct ScaleModel: Sendable {
    var old = Schema(model: "M")
    var new = Schema(model: "M")
    var mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2))
}

extension ScaleModel {
    /// A way in which a model can be large.
    enum Shape: String, CaseIterable, Sendable {
        /// Entities with ten properties each, of which most are renamed without a word, removed or need a value.
        case entities
        /// The same, and all entities have properties of the same names.
        case alikeEntities
        /// New entities that claim an older one in pairs.
        case claims
        /// Entities with an `originalName` that may mean several older ones.
        case ambiguousNames
        /// An entity whose attributes are all renamed without a word.
        case renamedAttributes
        /// An entity with new attributes that need values, and as many that are gone.
        case requiredAttributes
        /// An entity whose attributes are of another type each.
        case convertedAttributes
        /// An entity whose attributes become relationships.
        case kinds
        /// An enum whose cases are renamed, removed and added.
        case cases
        /// A composite whose parts are renamed, removed and added.
        case parts
        /// Attributes that have an enum or a composite of their own each.
        case types
        /// Composites that have each other as parts.
        case nestedTypes
        /// An entity with as many unique constraints and indexes as attributes.
        case constraints
        /// A root with sub-entities that lose an attribute.
        case subentities
        /// Sub-entities that two origins share, with references among them.
        case splitSubentities
        /// Roots that become sub-entities of one.
        case mergedRoots
        /// Relationships that lose their destination.
        case relationships
        /// A mapping's lines that accept, fill, convert and require what the stage needs.
        case lines
        /// A mapping's lines that the stage does not need, or of which the model knows nothing.
        case needlessLines
        /// Fills of parts of composites.
        case partLines

        /// How many entities, properties, cases or lines a test takes.
        var count: Int { 1000 }

        /// Whether nothing is refused.
        var isCarriedOut: Bool {
            switch self {
            case .kinds, .constraints, .splitSubentities, .lines, .partLines: true
            default: false
            }
        }
    }

    /// A model of a shape.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - count: How many entities, properties, cases or lines there are.
    init(_ shape: Shape, _ count: Int) {
        switch shape {
        case .entities: self = .undecided(count, isAlike: false)
        case .alikeEntities: self = .undecided(count, isAlike: true)
        case .claims:
            old.entities = (0..<count).map { Entity("Old\($0)", attributes: [Attribute("a\($0)", .string)]) }
            new.entities = (0..<count).map {
                Entity("New\($0)", originalName: "Old\($0 / 2)", attributes: [Attribute("a\($0)", .string)])
            }
        case .ambiguousNames:
            old.entities = (0..<count).map { Entity("Old\($0)", originalName: $0 % 2 == 0 ? nil : "Old\($0 - 1)") }
            new.entities = (0..<count / 2).map { Entity("New\($0)", originalName: "Old\($0 * 2)") }
        case .renamedAttributes:
            old.entities = [Entity("E", attributes: (0..<count).map { Attribute("begin\($0)", .string) })]
            new.entities = [Entity("E", attributes: (0..<count).map { Attribute("began\($0)", .string) })]
        case .requiredAttributes:
            old.entities = [Entity("E", attributes: (0..<count).map { Attribute("a\($0)", .string) })]
            new.entities = [Entity("E", attributes: (0..<count).map { Attribute("b\($0)", .int32) })]
        case .convertedAttributes:
            old.entities = [Entity("E", attributes: (0..<count).map { Attribute("a\($0)", .string) })]
            new.entities = [
                Entity("E", attributes: (0..<count).map { Attribute("a\($0)", $0 % 2 == 0 ? .int32 : .uuid) })
            ]
        case .kinds:
            old.entities = (0..<count).map {
                Entity("E\($0)", attributes: [Attribute("a", .string, isOptional: true), Attribute("b", .string)])
            }
            for index in old.entities.indices { old.entities[index].attributes[0].isTransient = true }
            new.entities = (0..<count).map {
                Entity("E\($0)", attributes: [Attribute("b", .string)], relationships: [toOne("a", "E\($0)")])
            }
        case .cases:
            old.enumerations = [Enumeration("T", cases: (0..<count).map { .init("c\($0)", .string("\($0)")) })]
            new.enumerations = [
                Enumeration(
                    "T",
                    cases: (0..<count).map { .init($0 % 2 == 0 ? "d\($0)" : "c\($0)", .string("\($0 % 3)x\($0)")) }
                )
            ]
            old.entities = [Entity("E", attributes: [Attribute("a", .named("T"))])]
            new.entities = old.entities
        case .parts:
            old.composites = [Composite("T", attributes: (0..<count).map { Attribute("c\($0)", .string) })]
            new.composites = [
                Composite("T", attributes: (0..<count).map { Attribute($0 % 2 == 0 ? "d\($0)" : "c\($0)", .string) })
            ]
            old.entities = [Entity("E", attributes: [Attribute("a", .named("T"))])]
            new.entities = old.entities
        case .types:
            old.composites = (0..<count).map { Composite("C\($0)", attributes: [Attribute("p", .string)]) }
            new.composites = (0..<count).map { Composite("C\($0)", attributes: [Attribute("p", .int32)]) }
            old.enumerations = (0..<count).map { Enumeration("T\($0)", cases: [.init("c", .string("c"))]) }
            new.enumerations = (0..<count).map { Enumeration("T\($0)", cases: [.init("d", .string("d"))]) }
            old.entities = (0..<count).map {
                Entity("E\($0)", attributes: [Attribute("a", .named("C\($0)")), Attribute("b", .named("T\($0)"))])
            }
            new.entities = old.entities
        case .nestedTypes:
            func composites(_ type: AttributeType) -> [Composite] {
                (0..<count).map {
                    Composite("C\($0)", attributes: [Attribute("p", $0 % 4 == 3 ? type : .named("C\($0 + 1)"))])
                }
            }
            (old.composites, new.composites) = (composites(.string), composites(.int32))
            old.entities = [Entity("E", attributes: (0..<count / 4).map { Attribute("a\($0)", .named("C\($0 * 4)")) })]
            new.entities = old.entities
        case .constraints:
            func entity(_ name: String, _ shift: Int) -> Entity {
                var entity = Entity(
                    "E",
                    attributes: (0..<count).map {
                        Attribute("\(name)\($0)", .string, originalName: name == "a" ? nil : "a\($0)")
                    }
                )
                entity.uniquenessConstraints = (0..<count).map { ["\(name)\($0)", "\(name)\(($0 + shift) % count)"] }
                entity.indexes = (0..<count).map {
                    Entity.Index("i\($0)", [.init("\(name)\($0)"), .init("\(name)\(($0 + shift) % count)")])
                }
                return entity
            }
            (old.entities, new.entities) = ([entity("a", 1)], [entity("b", 2)])
        case .subentities:
            let root = Entity("Root", attributes: [Attribute("a", .string), Attribute("b", .string)])
            let children: [Entity] = (0..<count).map {
                Entity("E\($0)", parent: "Root", attributes: [Attribute("c", .string)])
            }
            old.entities = [root] + children
            new.entities =
                [Entity("Root", attributes: [Attribute("b", .string)])]
                + children.enumerated().map {
                    var child: Entity = $1
                    if $0 % 2 == 0 { child.attributes.append(Attribute("a", .string)) }
                    return child
                }
        case .splitSubentities:
            func entity(_ name: String) -> Entity {
                Entity(name, attributes: [Attribute("a", .string)], relationships: [toOne("r", name)])
            }
            old.entities = [entity("Root")] + (0..<count).map { Entity("E\($0)", parent: "Root") }
            new.entities = [entity("A"), entity("B")]
            for (name, condition) in [("A", "a == 'a'"), ("B", "a != 'a'")] {
                mapping.add(.entity(name, [Mapping.Origin(["Root"], where: condition)]))
            }
        case .mergedRoots:
            old.entities = (0..<count).map { Entity("E\($0)", attributes: [Attribute("c", .string)]) }
            new.entities =
                [Entity("Root")]
                + old.entities.map {
                    var child: Entity = $0
                    child.parent = "Root"
                    return child
                }
        case .relationships:
            old.entities = (0..<count).map { Entity("E\($0)", relationships: [toOne("r", "E\(($0 + 1) % count)")]) }
            new.entities = (0..<count).map { Entity("E\($0)", relationships: [toOne("r", "E\(($0 + 2) % count)")]) }
        case .lines:
            for index in 0..<count {
                old.entities += [
                    Entity(
                        "E\(index)",
                        attributes: [
                            Attribute("gone", .string), Attribute("type", .string),
                            Attribute("need", .string, isOptional: true),
                        ]
                    )
                ]
                new.entities += [
                    Entity(
                        "E\(index)",
                        attributes: [Attribute("type", .int32), Attribute("need", .string), Attribute("fill", .date)]
                    )
                ]
                mapping.add(.accept(ElementPath("E\(index)", "gone")))
                mapping.add(.convert(ElementPath("E\(index)", "type"), "parsed"))
                mapping.add(.require(ElementPath("E\(index)", "need")))
                mapping.add(.fill(ElementPath("E\(index)", "fill"), .generated(.now)))
            }
        case .needlessLines:
            old.entities = (0..<count).map { Entity("Entity\($0)", attributes: [Attribute("code", .string)]) }
            new.entities = old.entities
            for index in 0..<count {
                mapping.add(.accept(ElementPath("Entity\(index)", "code")))
                mapping.add(.accept(ElementPath("Entity\(index)", "coed")))
                mapping.add(.accept(ElementPath("Entyti\(index)")))
                mapping.add(.convert(ElementPath("Entity\(index)", "code"), "parsed"))
                mapping.add(.require(ElementPath("Nothing\(index)", "code")))
                mapping.add(.fill(ElementPath("Entity\(index)", "code"), .generated(.uuid)))
            }
        case .partLines:
            old.composites = [Composite("T", attributes: [Attribute("a", .string)])]
            new.composites = [
                Composite("T", attributes: [Attribute("a", .string)] + (0..<count).map { Attribute("p\($0)", .string) })
            ]
            old.entities = (0..<count).map { Entity("E\($0)", attributes: [Attribute("a", .string)]) }
            old.entities.append(Entity("E", attributes: [Attribute("a", .named("T"))]))
            new.entities = old.entities
            for index in 0..<count { mapping.add(.fill(ElementPath("T", "p\(index)"), .literal("x"))) }
        }
    }

    /// Entities with eight attributes and two relationships to a neighbour. Of eight two are renamed without a word, two
    /// are removed, three have properties that are or that need a value, and one is as it was.
    private static func undecided(_ count: Int, isAlike: Bool) -> ScaleModel {
        func named(_ name: String, _ index: Int) -> String { isAlike ? name : "\(name)Of\(index)" }
        let types: [ScalarType] = [.string, .int32, .int64, .double, .date, .bool, .uuid, .decimal]
        var model = ScaleModel()
        model.old.entities = (0..<count).map { index in
            let other: Int = index ^ 1
            return Entity(
                "Old\(index)",
                attributes: types.enumerated().map { number, type in
                    Attribute(named("a\(number)", index), .scalar(type), isOptional: number.isMultiple(of: 2))
                },
                relationships: [
                    .toOne(named("one", index), "Old\(other)", isOptional: true, inverse: named("many", other)),
                    .toMany(named("many", index), "Old\(other)", inverse: named("one", other)),
                ]
            )
        }
        for (index, older) in model.old.entities.enumerated() where index % 8 < 6 {
            var entity: Entity = older
            switch index % 8 {
            case 0, 1:
                entity.name = "New\(index)"
                for position in 0..<2 { entity.relationships[position].destination = "New\(index ^ 1)" }
            case 2: entity.attributes[0].name = "renamed\(index)"
            case 3:
                entity.attributes[1].type = .scalar(.uuid)
                entity.attributes.append(Attribute("added", .string))
            case 4:
                entity.attributes.removeLast(2)
                entity.attributes[2].isOptional = false
            default: break
            }
            model.new.entities.append(entity)
        }
        return model
    }
}
