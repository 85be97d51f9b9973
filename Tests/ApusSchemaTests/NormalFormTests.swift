import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The order that means nothing does not count, the one that means something does.
@Suite struct NormalFormTests {
    @Test(arguments: TestScale.seeds(50))
    func orderThatMeansNothing(seed: UInt64) throws {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        var random = SplitMix64(seed: seed)
        let shuffled: Schema = shuffle(schema, &random)
        #expect(shuffled.means(schema))
        #expect(shuffled.normalized.json == schema.normalized.json)
        #expect(schema.normalized.normalized.json == schema.normalized.json)
        for entity in schema.entities {
            let other: Entity = try #require(shuffled.entity(entity.name))
            #expect(other.normalized.json == entity.normalized.json)
        }
    }

    @Test func orderThatMeansSomething() throws {
        for seed in TestScale.seeds(50) {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            for (name, path) in Self.meaningfulLists {
                for index in schema.entities.indices {
                    var copy: Schema = schema
                    path(&copy.entities[index])
                    if copy != schema { #expect(!copy.means(schema), "seed \(seed): \(name)") }
                }
            }
            for index in schema.fetchRequests.indices {
                var copy: Schema = schema
                copy.fetchRequests[index].sortBy.reverse()
                if copy != schema { #expect(!copy.means(schema), "seed \(seed): sort keys") }
            }
        }
        // Each of the lists above is met with two elements at least.
        let entities: [Entity] = (TestScale.seeds(50)).flatMap { SchemaGenerator.schema(seed: $0).entities }
        for (name, path) in Self.meaningfulLists {
            let isMet = entities.contains { entity in
                var copy: Entity = entity
                path(&copy)
                return copy != entity
            }
            #expect(isMet, "\(name)")
        }
    }

    private static let meaningfulLists: [(String, @Sendable (inout Entity) -> Void)] = [
        ("constraint", { $0.uniquenessConstraints = $0.uniquenessConstraints.map { $0.reversed() } }),
        ("index", { for index in $0.indexes.indices { $0.indexes[index].elements.reverse() } }),
        (
            "sort keys of a fetched property",
            { for index in $0.fetchedProperties.indices { $0.fetchedProperties[index].request.sortBy.reverse() } }
        ),
    ]

    private func shuffle(_ schema: Schema, _ random: inout SplitMix64) -> Schema {
        var copy: Schema = schema
        copy.localization = shuffle(schema.localization, &random)
        copy.entities = random.shuffled(schema.entities.map { shuffle($0, &random) })
        copy.composites = random.shuffled(schema.composites)
        copy.enumerations = random.shuffled(schema.enumerations)
        copy.fetchRequests = random.shuffled(schema.fetchRequests)
        copy.configurations = random.shuffled(schema.configurations)
        for index in copy.composites.indices {
            copy.composites[index].attributes = random.shuffled(copy.composites[index].attributes)
        }
        for index in copy.enumerations.indices {
            copy.enumerations[index].cases = random.shuffled(copy.enumerations[index].cases)
        }
        for index in copy.fetchRequests.indices {
            copy.fetchRequests[index].variables = random.shuffled(copy.fetchRequests[index].variables)
        }
        for index in copy.configurations.indices {
            copy.configurations[index].entities = random.shuffled(copy.configurations[index].entities)
        }
        return copy
    }

    private func shuffle(_ entity: Entity, _ random: inout SplitMix64) -> Entity {
        var copy: Entity = entity
        copy.attributes = random.shuffled(entity.attributes)
        copy.relationships = random.shuffled(entity.relationships)
        copy.fetchedProperties = random.shuffled(entity.fetchedProperties)
        copy.uniquenessConstraints = random.shuffled(entity.uniquenessConstraints)
        copy.indexes = random.shuffled(entity.indexes)
        copy.userInfo = shuffle(entity.userInfo, &random)
        for index in copy.fetchedProperties.indices {
            let variables: [FetchRequest.Variable] = copy.fetchedProperties[index].request.variables
            copy.fetchedProperties[index].request.variables = random.shuffled(variables)
        }
        return copy
    }

    /// The same texts in a dictionary that grew in another order, to another capacity.
    private func shuffle(_ texts: [String: String], _ random: inout SplitMix64) -> [String: String] {
        var copy = [String: String](minimumCapacity: random.below(100))
        for (key, text) in random.shuffled(Array(texts)) { copy[key] = text }
        return copy
    }
}
