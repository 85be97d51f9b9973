import ApusSchema
import Foundation

extension FeaturesModel {
    /// Attributes of all types but scalars, and those that no store keeps.
    enum ModelTypes {
        static let enumerations: [Enumeration] = [
            status, size, priority, nested("Diet", in: "Shelter", ["hay", "meat", "default"]),
        ]

        static let composites: [Composite] = [address, point, label, stall]

        static let entities: [Entity] = [contact, document, page, shelter]

        /// An enum that is nested in a class.
        static func nested(_ name: String, in entity: String, _ cases: [String]) -> Enumeration {
            var type = Enumeration(name, cases: cases.map { Enumeration.Case($0, .string($0)) })
            type.enclosingEntity = entity
            return type
        }

        private static let status: Enumeration = {
            var status = Enumeration(
                "Status",
                cases: [
                    Enumeration.Case("planned", .string("planned")),
                    Enumeration.Case("default", .string("D \"x\""), documentation: "As usual."),
                    Enumeration.Case("over", .string("over")),
                ]
            )
            status.documentation = "How far something is."
            return status
        }()

        private static let size = Enumeration(
            "Size",
            type: .int16,
            cases: [
                Enumeration.Case("small", .int(-1)), Enumeration.Case("large", .int(7)),
                Enumeration.Case("none", .int(0)),
            ]
        )

        private static let priority = Enumeration(
            "Priority",
            type: .int64,
            cases: [Enumeration.Case("low", .int(.min)), Enumeration.Case("high", .int(.max))]
        )

        private static let address: Composite = {
            var address = Composite(
                "Address",
                attributes: [
                    Attribute("street", .string), Attribute("city", .string),
                    Attribute("country", .string, default: .string("CH")),
                    Attribute("place", .named("Point"), isOptional: true),
                    Attribute("kind", .named("Size"), isOptional: true),
                ]
            )
            address.documentation = "Where a letter arrives."
            address.attributes[1].documentation = "The town, without its code."
            address.attributes[1].length = Length("1...60")
            return address
        }()

        private static let point = Composite(
            "Point",
            attributes: [Attribute("latitude", .double), Attribute("longitude", .double)]
        )

        /// A composite with a part of the user's own type.
        private static let label: Composite = {
            var label = Composite(
                "Label",
                attributes: [Attribute("text", .string), Attribute("colour", .codable)]
            )
            label.attributes[1].swiftType = "Colour"
            return label
        }()

        /// A composite with a part that is `Int`, and one whose type is nested in a class.
        private static let stall = Composite(
            "Stall",
            attributes: [
                Attribute("width", typeName: "int"), Attribute("feed", .named("Diet"), isOptional: true),
            ]
        )

        /// Numbers that are `Int` in Swift, and an enum that is nested in the class.
        private static let shelter: Entity = {
            var entity = Entity(
                "Shelter",
                attributes: [
                    Attribute("capacity", typeName: "int"), Attribute("age", typeName: "int", isOptional: true),
                    Attribute("beds", typeName: "int"), Attribute("diet", .named("Diet")),
                    Attribute("feed", .named("Diet"), isOptional: true), Attribute("stall", .named("Stall")),
                    Attribute("branchCount", typeName: "int"), Attribute("guests", typeName: "int"),
                ],
                relationships: [
                    .toOne("head", "Shelter", isOptional: true, inverse: "branches"),
                    .toMany("branches", "Shelter", inverse: "head"),
                ]
            )
            entity.attributes[2].defaultValue = .int(3)
            entity.attributes[3].defaultExpression = "default"
            entity.attributes[6].derivation = .count(["branches"])
            entity.attributes[7].defaultValue = .int(0)
            entity.attributes[7].isTransient = true
            return entity
        }()

        private static let contact: Entity = {
            var entity = Entity(
                "Contact",
                attributes: [
                    Attribute("home", .named("Address")), Attribute("work", .named("Address"), isOptional: true),
                    Attribute("status", .named("Status")), Attribute("mood", .named("Size"), isOptional: true),
                    Attribute("priority", .named("Priority")), Attribute("colour", .codable),
                    Attribute("palette", .codable), Attribute("tint", .codable, isOptional: true),
                    Attribute("label", .named("Label")), Attribute("words", .transformable),
                    Attribute("note", .transformable, isOptional: true),
                    Attribute("code", .transformable, isOptional: true),
                    Attribute("weather", .string, isOptional: true),
                    Attribute("isSelected", .bool, default: .bool(false)),
                    Attribute("draft", .undefined), Attribute("rating", .decimal, default: .decimal(3)),
                    Attribute("since", .date, isOptional: true),
                ],
                relationships: [
                    .toMany("near", "Contact", inverse: "near"), .toOne("selected", "Contact", isOptional: true),
                    .toMany("team", "Contact"),
                ]
            )
            func change(_ name: String, _ body: (inout Attribute) -> Void) {
                guard let index = entity.attributes.firstIndex(where: { $0.name == name }) else { return }
                body(&entity.attributes[index])
            }
            change("status") { $0.defaultExpression = "default" }
            change("priority") { $0.defaultExpression = "low" }
            change("mood") { $0.defaultExpression = "none" }
            change("colour") { $0.swiftType = "Colour" }
            change("palette") {
                $0.swiftType = "[Colour]"
                $0.defaultExpression = "[]"
            }
            change("tint") { $0.swiftType = "Colour" }
            change("words") { $0.swiftType = "[String]" }
            change("code") {
                $0.swiftType = "Code"
                $0.transformer = "CodeTransformer"
            }
            change("weather") { $0.isTransient = true }
            change("isSelected") { $0.isEphemeral = true }
            change("draft") {
                $0.isTransient = true
                $0.swiftType = "Draft"
                $0.defaultExpression = "Draft()"
            }
            change("rating") {
                $0.minimum = .decimal(1)
                $0.maximum = .decimal(Decimal(string: "5.5") ?? 5)
            }
            entity.relationships[1].isTransient = true
            entity.relationships[2].isOptional = false
            entity.relationships[2].minimumModelCount = 2
            entity.uniquenessConstraints = [["rating", "since"]]
            entity.documentation = "Somebody to write to."
            return entity
        }()

        /// Large values, and what the store computes.
        private static let document: Entity = {
            var entity = Entity(
                "Document",
                attributes: [
                    Attribute("title", .string), Attribute("scan", .data), Attribute("photo", .data, isOptional: true),
                    Attribute("text", .string, isOptional: true), Attribute("colours", .codable),
                    Attribute("searchTitle", .string, isOptional: true), Attribute("pageCount", .int64),
                    Attribute("total", .decimal, isOptional: true), Attribute("savedAt", .date, isOptional: true),
                ],
                relationships: [.toMany("pages", "Page", inverse: "document", deleteRule: .cascade)]
            )
            for index in 1...4 { entity.attributes[index].usesExternalStorage = true }
            entity.attributes[4].swiftType = "[Colour]"
            entity.attributes[5].derivation = .function(.canonical, of: ["title"])
            entity.attributes[6].derivation = .count(["pages"])
            entity.attributes[7].derivation = .sum(["pages"], of: "price")
            entity.attributes[8].derivation = .now
            return entity
        }()

        private static let page: Entity = {
            var entity = Entity(
                "Page",
                attributes: [Attribute("price", .decimal), Attribute("heading", .string, isOptional: true)],
                relationships: [.toOne("document", "Document", isOptional: true, inverse: "pages")]
            )
            entity.attributes[1].derivation = .keyPath(["document", "title"])
            return entity
        }()
    }
}
