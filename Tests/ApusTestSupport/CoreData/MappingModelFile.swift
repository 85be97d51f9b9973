import Foundation

/// A mapping model of Core Data, as Xcode writes it.
package struct MappingModelFile {
    /// An entity mapping.
    package struct EntityMapping {
        var name: String?
        var source: String?
        var destination: String?
        /// The filter of the older objects.
        var filter: String?
        /// The fetch of the older objects.
        var fetch: ArchivedObject?
        var policy: String?
        var properties: [Property]

        /// Creates an entity mapping.
        package init(
            _ source: String?,
            _ destination: String?,
            name: String? = nil,
            filter: String? = nil,
            fetch: ArchivedObject? = nil,
            policy: String? = nil,
            _ properties: Property...
        ) {
            (self.source, self.destination, self.name) = (source, destination, name)
            (self.filter, self.fetch, self.policy, self.properties) = (filter, fetch, policy, properties)
        }
    }

    /// A property mapping.
    package struct Property {
        let name: String
        let isRelationship: Bool
        var expression: ArchivedObject?
        var keyPath: String?
        var mapping: String?

        /// The values of an attribute, by an expression.
        package static func attribute(_ name: String, _ expression: ArchivedObject) -> Property {
            Property(name: name, isRelationship: false, expression: expression)
        }

        /// The objects of a relationship, by an expression.
        package static func relationship(_ name: String, _ expression: ArchivedObject) -> Property {
            Property(name: name, isRelationship: true, expression: expression)
        }

        /// The objects of a relationship, by a key path and an entity mapping, of which Xcode makes the expression.
        package static func relationship(_ name: String, keyPath: String, mapping: String?) -> Property {
            Property(name: name, isRelationship: true, keyPath: keyPath, mapping: mapping)
        }
    }

    let source: String
    let destination: String
    let bundle: String
    let entities: [EntityMapping]

    /// Creates a mapping model between two versions of a bundle.
    package init(from source: String, to destination: String, of bundle: String, _ entities: [EntityMapping]) {
        (self.source, self.destination, self.bundle, self.entities) = (source, destination, bundle, entities)
    }

    /// The text of `xcmapping.xml`.
    package var text: String {
        var objects = [
            object("XDDEVMAPPINGMODEL", "m") {
                $0.write("sourcemodelpath", "\(bundle).xcdatamodeld/\(source).xcdatamodel")
                $0.write("destinationmodelpath", "\(bundle).xcdatamodeld/\(destination).xcdatamodel")
            }
        ]
        for (number, entity) in entities.enumerated() {
            var references: [Bool: [String]] = [:]
            for (index, property) in entity.properties.enumerated() {
                let identifier = "p\(number)x\(index)"
                references[property.isRelationship, default: []].append(identifier)
                objects.append(
                    object(property.isRelationship ? "XDDEVRELATIONSHIPMAPPING" : "XDDEVATTRIBUTEMAPPING", identifier) {
                        $0.write("name", property.name)
                        $0.write("valueexpressiondata", property.expression?.archive)
                        $0.write("sourcekeypath", property.keyPath)
                        $0.write("sourcemappingname", property.mapping)
                        if property.expression == nil { $0.write("autogenerateexpression", "1") }
                    }
                )
            }
            objects.append(
                object("XDDEVENTITYMAPPING", "e\(number)") {
                    $0.write("name", entity.name)
                    $0.write("sourcename", entity.source)
                    $0.write("destinationname", entity.destination)
                    $0.write("sourcefilterpredicatestring", entity.filter)
                    $0.write("sourceexpressiondata", entity.fetch?.archive)
                    $0.write("migrationpolicyclassname", entity.policy)
                    $0.write("mappingtypename", "Undefined")
                    $0.write("mappingnumber", String(number + 1))
                    $0.refer("attributemappings", references[false] ?? [])
                    $0.refer("relationshipmappings", references[true] ?? [])
                }
            )
        }
        return "<?xml version=\"1.0\"?>\n<database>\n\(objects.joined(separator: "\n"))\n</database>\n"
    }

    private struct ObjectWriter {
        var lines: [String] = []

        mutating func write(_ name: String, _ text: String?) {
            guard let text else { return }
            let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            lines.append("<attribute name=\"\(name)\" type=\"string\">\(escaped)</attribute>")
        }

        mutating func refer(_ name: String, _ identifiers: [String]) {
            lines.append(
                "<relationship name=\"\(name)\" idrefs=\"\(identifiers.joined(separator: " "))\"></relationship>"
            )
        }
    }

    private func object(_ type: String, _ identifier: String, _ content: (inout ObjectWriter) -> Void) -> String {
        var writer = ObjectWriter()
        content(&writer)
        return "<object type=\"\(type)\" id=\"\(identifier)\">\n\(writer.lines.joined(separator: "\n"))\n</object>"
    }
}

// MARK: Expressions

extension ArchivedObject {
    private static func expression(_ name: String, _ fields: [(key: String, value: ArchivedObject)]) -> ArchivedObject {
        .object([name, "NSExpression", "NSObject"], fields)
    }

    /// A variable: `$source`.
    package static func variable(_ name: String) -> ArchivedObject {
        expression("NSVariableExpression", [("NSVariable", .string(name))])
    }

    /// A constant.
    package static func constant(_ value: ArchivedObject) -> ArchivedObject {
        expression("NSConstantValueExpression", [("NSConstantValue", value)])
    }

    /// A key path of the older object.
    package static func source(_ keyPath: String) -> ArchivedObject {
        let path = expression("NSKeyPathSpecifierExpression", [("NSKeyPath", .string(keyPath))])
        return function("valueForKeyPath:", of: .variable("source"), path)
    }

    /// A method of an object: `FUNCTION(object, "selector:", …)`.
    package static func function(
        _ selector: String,
        of object: ArchivedObject,
        _ arguments: ArchivedObject...
    ) -> ArchivedObject {
        expression(
            "NSFunctionExpression",
            [("NSOperand", object), ("NSSelectorName", .string(selector)), ("NSArguments", .array(arguments))]
        )
    }

    /// A predefined function: `a + b`, `uppercase:(name)`.
    package static func predefined(_ name: String, _ arguments: ArchivedObject...) -> ArchivedObject {
        let object = expression(
            "NSConstantValueExpression",
            [("NSConstantValueClassName", .string("_NSPredicateUtilities"))]
        )
        return expression(
            "NSFunctionExpression",
            [("NSOperand", object), ("NSSelectorName", .string(name)), ("NSArguments", .array(arguments))]
        )
    }

    /// The new objects that an entity mapping made.
    package static func instances(_ mapping: String, _ objects: ArchivedObject) -> ArchivedObject {
        function(
            "destinationInstancesForEntityMappingNamed:sourceInstances:",
            of: .variable("manager"),
            .constant(.string(mapping)),
            objects
        )
    }

    /// The fetch of an entity's objects for which a predicate holds.
    package static func fetch(_ entity: String, _ predicate: String) -> ArchivedObject {
        let request = function(
            "fetchRequestForSourceEntityNamed:predicateString:",
            of: .variable("manager"),
            .constant(.string(entity)),
            .constant(.string(predicate))
        )
        return expression(
            "NSFetchRequestExpression",
            [
                ("NSFRExpression", request),
                ("NSMOCExpression", function("sourceContext", of: .variable("manager"))),
                ("NSCountOnlyFlag", .bool(false)),
            ]
        )
    }
}
