import ApusDiagnostics
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// A law that never meets a key proves nothing about it: the generator uses all of them.
@Suite struct SchemaGeneratorTests {
    private let schemas: [Schema] = (UInt64(0)..<200).map(SchemaGenerator.schema)

    @Test func schemasAreValid() {
        for (seed, schema) in schemas.enumerated() {
            #expect(schema.validate().map(\.message) == [], "seed \(seed)")
        }
        for seed in UInt64(0)..<200 {
            #expect(SchemaGenerator.storable(seed: seed).validate().isEmpty, "storable, seed \(seed)")
        }
    }

    @Test func everyKeyIsUsed() {
        let entities: [Entity] = schemas.flatMap(\.entities)
        let enumerations: [Enumeration] = schemas.flatMap(\.enumerations)
        expectUse(of: Schema.keys, by: schemas) { schema in
            [
                "entities": schema.entities.isEmpty, "composites": schema.composites.isEmpty,
                "enums": schema.enumerations.isEmpty, "fetchRequests": schema.fetchRequests.isEmpty,
                "configurations": schema.configurations.isEmpty,
            ]
        }
        expectUse(of: Entity.keys, by: entities) { entity in
            [
                "attributes": entity.attributes.isEmpty, "relationships": entity.relationships.isEmpty,
                "fetchedProperties": entity.fetchedProperties.isEmpty, "unique": entity.uniquenessConstraints.isEmpty,
                "indexes": entity.indexes.isEmpty,
            ]
        }
        expectUse(of: Entity.Index.keys, by: entities.flatMap(\.indexes)) { ["of": $0.elements.isEmpty] }
        expectUse(of: Attribute.keys, by: entities.flatMap(\.attributes)) { _ in ["type": false] }
        expectUse(of: Relationship.keys, by: entities.flatMap(\.relationships)) {
            ["to": $0.isToMany, "toMany": !$0.isToMany]
        }
        // A fetched property's values are objects, so it has the usual type of results.
        let keys: [Key<FetchedProperty>] = FetchedProperty.keys.filter { $0.name != "resultType" }
        expectUse(of: keys, by: entities.flatMap(\.fetchedProperties)) {
            ["variables": $0.request.variables.isEmpty, "sortBy": $0.request.sortBy.isEmpty]
        }
        expectUse(of: FetchRequest.keys, by: schemas.flatMap(\.fetchRequests)) {
            ["variables": $0.variables.isEmpty, "sortBy": $0.sortBy.isEmpty]
        }
        let composites: [Composite] = schemas.flatMap(\.composites)
        expectUse(of: Composite.keys, by: composites) { ["attributes": $0.attributes.isEmpty] }
        expectUse(of: Attribute.partKeys, by: composites.flatMap(\.attributes)) { _ in ["type": false] }
        expectUse(of: Enumeration.keys, by: enumerations) { ["cases": $0.cases.isEmpty] }
        expectUse(of: Enumeration.Case.keys, by: enumerations.flatMap(\.cases)) { element in
            ["rawValue": element.rawValue == .string(element.name)]
        }
        expectUse(of: Configuration.keys, by: schemas.flatMap(\.configurations)) { _ in [:] }
    }

    @Test func aPartOfACompositeHasNoOtherKeys() {
        for part in schemas.flatMap(\.composites).flatMap(\.attributes) {
            let others = Attribute.keys.filter { key in !Attribute.partKeys.contains { $0.name == key.name } }
            #expect(others.filter { isUnusual($0, of: part) ?? false }.map(\.name) == [])
        }
    }

    @Test func everyAlternativeOccurs() {
        let entities: [Entity] = schemas.flatMap(\.entities)
        let attributes: [Attribute] = entities.flatMap(\.attributes)
        let requests: [FetchRequest] = schemas.flatMap(\.fetchRequests)
        #expect(Set(entities.map(\.codegen)) == Set(Entity.Codegen.allCases))
        #expect(Set(entities.map(\.access)) == Set(AccessLevel.allCases.map { $0 } + [nil]))
        #expect(Set(attributes.compactMap(\.type.scalar)) == Set(ScalarType.allCases))
        #expect(Set(attributes.filter(\.type.isForeign).map(\.type)) == [.transformable, .codable, .undefined])
        for type in ScalarType.allCases {
            #expect(attributes.contains { $0.type.scalar == type && $0.defaultValue != nil }, "default of \(type)")
            let hasOrder = type.integerRange != nil || [.decimal, .double, .float, .date].contains(type)
            #expect(attributes.contains { $0.type.scalar == type && $0.minimum != nil } == hasOrder)
        }
        #expect(
            Set(attributes.compactMap { $0.derivation?.kind }) == [
                "keyPath 1", "keyPath 2", "canonical", "uppercase", "lowercase", "count", "sum", "now",
            ]
        )
        let lengths = Set(attributes.compactMap(\.length))
        #expect(Set(lengths.map { [$0.minimum != nil, $0.maximum != nil] }).count == 3)
        let relationships: [Relationship] = entities.flatMap(\.relationships)
        #expect(Set(relationships.map(\.deleteRule)) == Set(Relationship.DeleteRule.allCases))
        #expect(Set(relationships.map { [$0.isToMany, $0.isOptional, $0.inverse == nil] }).count == 8)
        #expect(Set(relationships.map(\.holdsKey)) == [nil, true, false])
        let indexes: [Entity.Index] = entities.flatMap(\.indexes)
        #expect(Set(indexes.map(\.kind)) == Set(Entity.Index.Kind.allCases))
        #expect(Set(indexes.flatMap(\.elements).map(\.kind)) == ["name", "path", "expression"])
        #expect(Set(indexes.flatMap(\.elements).map(\.isDescending)) == [true, false])
        #expect(Set(requests.map(\.resultType)) == Set(FetchRequest.ResultType.allCases))
        #expect(Set(requests.flatMap(\.sortBy).map { [$0.isDescending, $0.keyPath.count > 1] }).count == 4)
        #expect(Set(requests.flatMap(\.variables).map { [$0.isList, $0.type.scalar != nil] }).count == 4)
        #expect(Set(schemas.flatMap(\.enumerations).map(\.type)) == Set(Enumeration.rawTypes))
        #expect(schemas.contains { schema in schema.entities.contains { schema.ancestors(of: $0).count > 1 } })
        #expect(entities.contains { $0.uniquenessConstraints.contains { $0.count > 1 } })
        #expect(schemas.contains { schema in schema.composites.contains { schema.depth(of: $0) >= 3 } })
    }

    private func expectUse<Element>(
        of keys: [Key<Element>],
        by elements: [Element],
        usual: (Element) -> [String: Bool]
    ) {
        let unused: [String] = keys.filter { key in
            !elements.contains { isUnusual(key, of: $0) ?? (usual($0)[key.name] == false) }
        }.map(\.name)
        #expect(unused == [], "\(Element.self)")
    }

    /// Whether an element says something under a key; `nil` where the key has a structure.
    private func isUnusual<Element>(_ key: Key<Element>, of element: Element) -> Bool? {
        switch key.form {
        case .text(let lens), .word(_, let lens): lens.get(element) != nil
        case .flag(let lens, let usual): lens.get(element) != usual
        case .choice(let lens): lens.get(element) != nil
        case .count(let lens): lens.get(element) != nil
        case .names(let lens): !lens.get(element).isEmpty
        case .texts(let lens): !lens.get(element).isEmpty
        case .coded(let coding): coding.text(element) != nil
        case .structure: nil
        }
    }
}

extension Derivation {
    fileprivate var kind: String {
        switch self {
        case .keyPath(let path): "keyPath \(path.count)"
        case .function(let function, _): function.rawValue
        case .count: "count"
        case .sum: "sum"
        case .now: "now"
        }
    }
}

extension Entity.Index.Element {
    fileprivate var kind: String {
        switch term {
        case .property(let names): names.count == 1 ? "name" : "path"
        case .expression: "expression"
        }
    }
}

extension Schema {
    /// How many composites are nested in each other, this one included.
    fileprivate func depth(of composite: Composite) -> Int {
        1 + (composite.attributes.compactMap { self.composite($0.type.name).map(depth) }.max() ?? 0)
    }
}
