import Foundation

@testable import Apus

/// A live result in sections of a context, and what its user shows of it.
protocol ClubSections: AnyObject {
    var context: Int { get }
    /// Takes the next element, whose steps make it of the one before, and compares it with a fetch.
    func compare(in context: ModelContext) throws
}

/// A live result in sections that have a property in common.
final class ClubLiveSections<Key: Hashable>: ClubSections {
    let context: Int
    private let title: String
    private let descriptor: FetchDescriptor<Member>
    private let key: KeyPath<Member, Key>
    private let live: LiveSections<Member, Key>
    private var shown: [ResultsSection<Member, Key>] = []
    private var seen: [ObjectIdentifier: String] = [:]

    init(
        _ context: Int,
        _ title: String,
        sortedBy order: [SortDescriptor<Member>],
        by key: KeyPath<Member, Key>,
        in live: ModelContext
    ) {
        (self.context, self.key) = (context, key)
        self.title = "live sections by \(title) of context \(context)"
        descriptor = FetchDescriptor(sortBy: order)
        self.live = live.results(of: descriptor, sectionBy: key).makeAsyncIterator().sections
    }

    func compare(in context: ModelContext) throws {
        let former = shown
        let change = try live.change()
        if let change {
            if change.isEmpty, !former.isEmpty { throw ClubMismatch("\(title): an element has no steps") }
            if let problem = change.problem(from: former) { throw ClubMismatch("\(title): \(problem)") }
            shown = change.sections
        }
        let expected = ResultsSection.sections(of: try context.fetch(descriptor), by: key)
        guard expected.map(\.key) == shown.map(\.key), identifiers(expected) == identifiers(shown) else {
            throw ClubMismatch("\(title) are \(text(shown)), not \(text(expected))")
        }
        let before = seen
        seen = [:]
        let kept = Set(former.flatMap(\.objects).map { ObjectIdentifier($0) })
        for (section, objects) in shown.map(\.objects).enumerated() {
            for (item, member) in objects.enumerated() {
                let id = ObjectIdentifier(member)
                let now = "\(member.name) \(member.age) \(member.note ?? "-") \(member.isActive) \(member.code ?? "-")"
                seen[id] = now
                // What enters with its section, or from one that was deleted, is new to who shows it.
                guard kept.contains(id), let text = before[id], text != now,
                    change?.lists(SectionedChange.Index(section: section, item: item)) != true
                else { continue }
                throw ClubMismatch("\(title): \(text) is \(now), which is no update")
            }
        }
    }

    private func identifiers(_ sections: [ResultsSection<Member, Key>]) -> [[ObjectIdentifier]] {
        sections.map { $0.objects.map { ObjectIdentifier($0) } }
    }

    private func text(_ sections: [ResultsSection<Member, Key>]) -> String {
        "\(sections.map { "\($0.key): \($0.objects.map(\.persistentModelID.key))" })"
    }
}

extension SectionedChange {
    /// Whether an object is shown again, or for the first time.
    fileprivate func lists(_ index: Index) -> Bool {
        updatedItems.contains(index) || insertedItems.contains(index) || insertedSections.contains(index.section)
    }

    /// What is wrong with the steps from the sections before; `nil` if nothing is.
    ///
    /// They are carried out as a table view does: what leaves by old indexes, then sections, then what enters by new ones in
    /// ascending order.
    fileprivate func problem(from former: [ResultsSection<Model, SectionKey>]) -> String? {
        var rows = former.map { section in (key: section.key, objects: section.objects) }
        let moved = moves.map { (object: rows[$0.from.section].objects[$0.from.item], index: $0.to) }
        for index in (deletedItems + moves.map(\.from)).sorted(by: >) {
            if deletedSections.contains(index.section) { return "an item of a deleted section is listed" }
            rows[index.section].objects.remove(at: index.item)
        }
        for index in deletedSections.reversed() { rows.remove(at: index) }
        for index in insertedSections { rows.insert((sections[index].key, sections[index].objects), at: index) }
        let inserted = insertedItems.map { (object: sections[$0.section].objects[$0.item], index: $0) }
        for (object, index) in (inserted + moved).sorted(by: { $0.index < $1.index }) {
            if insertedSections.contains(index.section) { return "an item of an inserted section is listed" }
            guard rows[index.section].objects.count >= index.item else { return "an index is out of range" }
            rows[index.section].objects.insert(object, at: index.item)
        }
        let isEqual =
            rows.map(\.key) == sections.map(\.key)
            && rows.map { $0.objects.map { ObjectIdentifier($0) } }
                == sections.map { $0.objects.map { ObjectIdentifier($0) } }
        return isEqual ? nil : "the steps do not give the sections"
    }
}
