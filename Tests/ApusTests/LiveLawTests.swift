import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// Long random sequences of calls on several contexts: after each, live results are what a fetch returns.
@MainActor
struct LiveLawTests {
    /// A live result, and what its user knows of it.
    private final class Shown {
        let context: ModelContext
        let descriptor: FetchDescriptor<Trip>
        let fetch: LiveFetch<Trip>
        var results: [Trip] = []
        var values: [ObjectIdentifier: [String]] = [:]
        var sections: [ResultsSection<Trip, String?>] = []

        init(_ context: ModelContext, _ descriptor: FetchDescriptor<Trip>) {
            (self.context, self.descriptor) = (context, descriptor)
            fetch = LiveFetch(descriptor, in: context)
        }

        private func values(of trip: Trip) -> [String] {
            [
                trip.name, "\(trip.nights)", trip.destination ?? "-",
                trip.leader == nil ? "-" : "led",
            ]
        }

        /// Fetches if something may have changed, and compares.
        ///
        /// - Returns: What is wrong; `nil` if nothing is.
        func check() throws -> String? {
            let change = try fetch.change()
            if let change {
                if change.isEmpty, !results.isEmpty { return "a change has no changes" }
                let applied = results.applying(change.difference)
                if applied?.map({ ObjectIdentifier($0) }) != change.results.map({ ObjectIdentifier($0) }) {
                    return "the difference does not give the results"
                }
                if let problem = checkSections(change) { return problem }
                results = change.results
            }
            let expected = try context.fetch(descriptor)
            if expected.map({ ObjectIdentifier($0) }) != results.map({ ObjectIdentifier($0) }) {
                return "\(results.map(\.name)) is shown, and \(expected.map(\.name)) fetched"
            }
            // Unsaved changes of objects are none of such a result.
            guard descriptor.includePendingChanges else { return nil }
            let former = values
            values = [:]
            for (index, trip) in results.enumerated() {
                let now = values(of: trip)
                values[ObjectIdentifier(trip)] = now
                if let before = former[ObjectIdentifier(trip)], before != now,
                    change?.updatedIndexes.contains(index) != true
                {
                    return "\(before) became \(now), which is no update"
                }
            }
            return nil
        }

        private func checkSections(_ change: ResultsChange<Trip>) -> String? {
            let new = ResultsSection.sections(of: change.results, by: \Trip.destination)
            let updated = Set(change.updatedIndexes.map { ObjectIdentifier(change.results[$0]) })
            let steps = SectionedChange(from: sections, to: new, updated: updated)
            defer { sections = new }
            // As a table view does: what leaves by old indexes, then sections, then what enters by new ones in ascending order.
            var rows = sections.map { section in (key: section.key, objects: section.objects.map { Optional($0) }) }
            var moved: [(Trip?, SectionedChange<Trip, String?>.Index)] = []
            for move in steps.moves { moved.append((rows[move.from.section].objects[move.from.item], move.to)) }
            for index in (steps.deletedItems + steps.moves.map(\.from)).sorted(by: >) {
                if steps.deletedSections.contains(index.section) { return "an item of a deleted section is listed" }
                rows[index.section].objects.remove(at: index.item)
            }
            for index in steps.deletedSections.reversed() { rows.remove(at: index) }
            for index in steps.insertedSections {
                rows.insert((new[index].key, new[index].objects.map { Optional($0) }), at: index)
            }
            let inserted = steps.insertedItems.map { (Optional(new[$0.section].objects[$0.item]), $0) }
            for (object, index) in (inserted + moved).sorted(by: { $0.1 < $1.1 }) {
                if steps.insertedSections.contains(index.section) { return "an item of an inserted section is listed" }
                guard rows[index.section].objects.count >= index.item else { return "an index is out of range" }
                rows[index.section].objects.insert(object, at: index.item)
            }
            let isEqual =
                rows.map(\.key) == new.map(\.key)
                && rows.map { $0.objects.map { $0.map { ObjectIdentifier($0) } } }
                    == new.map { $0.objects.map { ObjectIdentifier($0) } }
            return isEqual ? nil : "the steps do not give the sections"
        }
    }

    private static var descriptors: [FetchDescriptor<Trip>] {
        let columns = Trip.columns
        var page = FetchDescriptor(where: columns.nights > 1, sortBy: [columns.nights.descending])
        (page.fetchOffset, page.fetchLimit) = (1, 3)
        var saved = FetchDescriptor(where: columns.nights < 4)
        saved.includePendingChanges = false
        return [
            FetchDescriptor(),
            FetchDescriptor(where: columns.nights < 4, sortBy: [columns.name.ascending]),
            FetchDescriptor(where: columns.destination == nil || columns.nights == 2),
            FetchDescriptor(where: columns.leader.name == "a", sortBy: [columns.destination.ascending]),
            FetchDescriptor(sortBy: [columns.leader.name.ascending, columns.nights.ascending]),
            FetchDescriptor(where: columns.leader.leads.count > 1),
            FetchDescriptor(predicate: #Predicate { $0.nights > 2 }, sortBy: [SortDescriptor(\.name)]),
            page, saved,
        ]
    }

    @Test(arguments: 0..<UInt64(4)) func liveResultsAreWhatAFetchReturns(_ part: UInt64) throws {
        let seed = TestSeed.chosen(usual: 1)
        let only = ProcessInfo.processInfo.environment["APUS_LAW_SEQUENCE"].flatMap { UInt64($0) }
        for number in only.map({ $0...$0 }) ?? 0...UInt64(5 * TestScale.factor - 1) {
            var random = SplitMix64(seed: seed &* 1_000_003 &+ number &* 4 &+ part)
            if let problem = try Self.problem(&random) {
                Issue.record("APUS_LAW_SEED=\(seed), sequence \(number) of part \(part): \(problem)")
                return
            }
        }
    }

    private static func problem(_ random: inout SplitMix64) throws -> String? {
        let container = try ModelContainer(
            for: Trip.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let (one, two, main) = (ModelContext(container), ModelContext(container), container.mainContext)
        main.autosaveEnabled = false
        one.undoManager = UndoManager()
        for context in [one, two, main] { context.mergePolicy = .overwrite }
        let contexts = [one, two, main, ModelContext(parent: one)]
        let shown = contexts.flatMap { context in descriptors.map { Shown(context, $0) } }
        var log: [String] = []
        func failure(_ problem: String, _ index: Int) -> String {
            "context \(index / descriptors.count), fetch \(index % descriptors.count): \(problem)\n"
                + log.suffix(12).joined(separator: "\n")
        }
        for (index, each) in shown.enumerated() {
            if let problem = try each.check() { return failure(problem, index) }
        }
        for _ in 0..<150 {
            let which = Int.random(in: 0..<contexts.count, using: &random)
            log.append(try operate(contexts[which], which, container, &random))
            // Not all are looked at each time: several changes are one.
            for (index, each) in shown.enumerated() where Int.random(in: 0..<4, using: &random) > 0 {
                if let problem = try each.check() { return failure(problem, index) }
            }
        }
        return nil
    }

    private static func operate(
        _ context: ModelContext,
        _ which: Int,
        _ container: ModelContainer,
        _ random: inout SplitMix64
    ) throws -> String {
        let names = ["a", "b", "c"]
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let people = try context.fetch(FetchDescriptor<Person>())
        let trip = trips.randomElement(using: &random)
        let name = names.randomElement(using: &random) ?? ""
        let nights = Int32.random(in: 0..<6, using: &random)
        defer { context.processPendingChanges() }
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<6:
            context.insert(Trip(name: name, nights: nights))
            return "\(which): insert \(name) \(nights)"
        case 6, 7:
            context.insert(Person(name: name))
            return "\(which): insert person \(name)"
        case 8..<12:
            trip?.nights = nights
            return "\(which): nights \(nights)"
        case 12..<15:
            trip?.name = name
            return "\(which): name \(name)"
        case 15, 16:
            trip?.destination = nights < 3 ? nil : name
            return "\(which): destination \(name)"
        case 17..<20:
            trip?.leader = nights == 0 ? nil : people.randomElement(using: &random)
            return "\(which): leader"
        case 20, 21:
            people.randomElement(using: &random)?.name = name
            return "\(which): person's name \(name)"
        case 22, 23:
            trip.map { context.delete($0) }
            return "\(which): delete"
        case 24:
            people.randomElement(using: &random).map { context.delete($0) }
            return "\(which): delete person"
        case 25:
            try context.delete(model: Trip.self, where: #Predicate { $0.nights > 4 })
            return "\(which): delete where"
        case 26:
            context.rollback()
            return "\(which): rollback"
        case 27, 28:
            context.undoManager?.undo()
            return "\(which): undo"
        case 29:
            context.undoManager?.redo()
            return "\(which): redo"
        case 30 where nights == 0:
            try container.erase()
            return "erase"
        case 31 where nights == 0 && context.parent == nil:
            context.reset()
            return "\(which): reset"
        default:
            do {
                try context.save()
                return "\(which): save"
            } catch {
                context.rollback()
                return "\(which): save failed: \(error)"
            }
        }
    }
}
