import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// Laws of values on random graphs.
struct ValueLawTests {
    private struct World {
        var random: SplitMix64
        var clubs: [ClubValue] = []

        init(seed: UInt64) { random = SplitMix64(seed: seed) }

        mutating func text() -> String { random.pick(["", "é", "a\0b", "x'y", "\u{1F9F3}"]) + "\(random.below(1000))" }

        mutating func member(_ number: Int, _ clubs: [ClubValue]) -> MemberValue {
            MemberValue.new(
                personId: "\(number) \(random.pick(["", "é", "ü"]))",
                name: text(),
                age: random.chance(50) ? Int32(random.below(90)) : nil,
                club: random.chance(70) ? random.pickAny(clubs)?.persistentModelID : nil,
                medals: (0..<random.below(4)).map { _ in
                    MedalValue.new(title: text(), awarder: random.chance(50) ? random.pickAny(clubs) : nil)
                }
            )
        }
    }

    @Test(arguments: (0..<UInt64(8 * TestScale.factor)).map { $0 })
    func savingAndReadingIsTheIdentity(seed: UInt64) throws {
        let store = try TemporaryStore()
        let context = try store.open()
        var world = World(seed: seed)
        var clubs: [ClubValue] = []
        for _ in 0..<3 { clubs.append(try context.save(ClubValue(code: UUID(), name: world.text()))) }
        var values = (0..<12).map { world.member($0, clubs) }
        // Without identifiers, what was saved differs from the value only by them.
        let identifiers = try context.save(values)
        for index in values.indices {
            let read = try #require(try store.open().fetchModel(MemberValue.self, uid: values[index].uid))
            #expect(read.name == values[index].name && read.age == values[index].age, "seed \(seed)")
            #expect(read.club == values[index].club && read.persistentModelID == identifiers[index], "seed \(seed)")
            #expect(read.medals.map(\.title) == values[index].medals.map(\.title), "seed \(seed)")
            #expect(read.medals.map(\.awarder) == values[index].medals.map(\.awarder), "seed \(seed)")
            values[index] = read
        }
        // With identifiers, in any order and twice: what is read is what was saved.
        for index in values.indices {
            values[index].name = world.text()
            values[index].club = world.random.pickAny(clubs)?.persistentModelID
            values[index].friends = Set(world.random.some(3, of: identifiers))
            values[index].medals = world.random.shuffled(values[index].medals)
            if world.random.chance(30), !values[index].medals.isEmpty { values[index].medals.removeLast() }
            for medal in values[index].medals.indices { values[index].medals[medal].title = world.text() }
        }
        let shuffled = world.random.shuffled(values)
        try context.save(shuffled)
        try context.save(world.random.shuffled(shuffled + shuffled))
        let read = try store.open().fetchModels(MemberValue.self)
        #expect(Set(read) == Set(values) && read.count == values.count, "seed \(seed)")
        #expect(try context.fetchModels(MemberValue.self).count == values.count)
    }
}
