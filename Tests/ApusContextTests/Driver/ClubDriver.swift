import Apus
import Foundation

/// Carries out operations on contexts and on the reference, and compares them.
struct ClubDriver {
    /// The number of objects that a store has at most.
    static let limit = 16

    let url: URL
    let reader: ClubStoreReader
    /// The store's history; `nil` if it keeps none.
    private(set) var history: ClubHistory?
    private let plan: any SchemaMigrationPlan.Type
    /// The container of each context.
    private let containers: [Int]
    /// Live results of the contexts; `nil` if there are none.
    var live: ClubLive?
    var contexts: [ModelContext] = []
    /// What notifications tell of each context.
    var unsaved: [UnsavedObjects] = []
    var references: [ReferenceContext] = []
    var store = ClubStore()

    /// The objects of each context, by number.
    var objects: [[Int: any PersistentModel]] = []
    var identities: [Int: Int64] = [:]
    var kinds: [Int: ClubKind] = [:]
    var numbers: [ClubKind: [Int64: Int]] = [:]
    var nextNumber = 0

    /// What was carried out.
    var log: [String] = []

    /// What distinguishes a sequence of operations from others.
    enum Kind {
        case plain
        /// The store keeps a history, and has seed data.
        case history
        /// All contexts are of one container, and have live results.
        case live
    }

    private let kind: Kind

    init(_ url: URL, _ kind: Kind) throws {
        (self.url, self.kind) = (url, kind)
        plan = kind == .history ? ClubHistorySchema.self : ClubSchema.self
        containers = kind == .live ? [0, 0, 0] : [0, 0, 1]
        // The reader opens the store that a container has made.
        _ = try ModelContainer(for: plan, url: url)
        reader = try ClubStoreReader(url)
        history = kind == .history ? try ClubHistory(url) : nil
        if history != nil { try noteSeedData() }
        try open()
    }

    /// Opens the store in all containers, with new contexts.
    mutating func open() throws {
        let opened = try (0...(containers.max() ?? 0)).map { _ in try ModelContainer(for: plan, url: url) }
        for container in containers {
            let context = ModelContext(opened[container], isObservable: false)
            (context.author, context.name) = ("author \(contexts.count)", "context \(contexts.count)")
            contexts.append(context)
            unsaved.append(UnsavedObjects(of: context))
            references.append(ReferenceContext(container: container))
            objects.append([:])
        }
        if kind == .live { live = try ClubLive(contexts) }
    }

    /// Notes the objects of the seed data that a store has just got, if its model has some.
    mutating func noteSeedData() throws {
        guard kind == .history else { return }
        history?.expect(author: "apus.seed")
        var found: [ClubKind: Int] = [:]
        for kind in [ClubKind.team, .member, .task] {
            let identities = try reader.identities(kind)
            guard identities.count == 1 else { throw ClubMismatch("the store has the \(kind) \(identities)") }
            let number = newNumber(kind)
            try note(number, kind, identities[0])
            found[kind] = number
        }
        guard let team = found[.team], let member = found[.member], let task = found[.task] else { return }
        store.rows[team] = ClubRow(kind: .team, values: [1, 1])
        var values = Array(repeating: 0, count: ClubKind.member.attributes.count)
        (values[0], values[ClubRow.code], values[3]) = (2, 1, 1)
        store.rows[member] = ClubRow(kind: .member, values: values, keys: [.team: team, .squad: team])
        store.rows[task] = ClubRow(kind: .task, values: [0], keys: [.taskTeam: team])
        store.lines[team] = [member]
    }

    // MARK: - Objects

    /// The object with a number, in a context.
    mutating func object(_ number: Int, _ context: Int) throws -> any PersistentModel {
        if let object = objects[context][number] { return object }
        guard let kind = kinds[number], let identity = identities[number],
            let object = contexts[context].model(for: PersistentIdentifier(entityName: kind.name, row: identity))
        else { throw ClubMismatch("object \(number) is in no store") }
        objects[context][number] = object
        return object
    }

    /// The number of an object with an identity; of one that another process has just inserted, a new one.
    func number(_ kind: ClubKind, _ identity: Int64) throws -> Int {
        guard let number = numbers[kind]?[identity] else {
            throw ClubMismatch("the store has \(kind.name) \(identity), which was not saved")
        }
        return number
    }

    mutating func note(_ number: Int, _ kind: ClubKind, _ identity: Int64) throws {
        identities[number] = identity
        if numbers[kind, default: [:]].updateValue(number, forKey: identity) != nil {
            throw ClubMismatch("the identity \(identity) of \(kind.name) was given twice")
        }
    }

    mutating func newNumber(_ kind: ClubKind) -> Int {
        defer { nextNumber += 1 }
        kinds[nextNumber] = kind
        return nextNumber
    }

    /// The numbers of the objects that a context shows, in order.
    func visible(_ context: Int, _ kind: ClubKind? = nil) -> [Int] {
        references[context].visible(store).rows.filter { kind == nil || $0.value.kind == kind }.keys.sorted()
    }

    // MARK: - What contexts have read

    /// Has a context read all objects, so that it is known what it has when others change the store.
    mutating func pin(_ context: Int) throws {
        // One that is pinned has read all before.
        if references[context].isStale || hasMail(context) || contexts[context].isPinned { return }
        for number in store.rows.keys.sorted() where !references[context].deleted.contains(number) {
            _ = references[context].row(number, store)
            try read(number, context)
        }
    }

    func hasMail(_ context: Int) -> Bool {
        !references[context].mail.updated.isEmpty || !references[context].mail.deleted.isEmpty
    }

    /// Reads an object's row.
    mutating func read(_ number: Int, _ context: Int) throws {
        let object = try object(number, context)
        _ = kinds[number]?.attributes[0].read(object)
    }

    /// Has each context but those of a container read its objects, before that container changes the store.
    mutating func willChangeStore(by context: Int?) throws {
        for other in contexts.indices where other != context { try pin(other) }
    }

    /// Notes that a context, or another process, has changed the store.
    mutating func didChangeStore(by context: Int?, updated: Set<Int> = [], deleted: Set<Int> = []) {
        let container = context.map { references[$0].container }
        for other in contexts.indices where other != context {
            if references[other].container == container {
                references[other].receive(updated: updated, deleted: deleted)
                live?.touch(updated.union(deleted), in: other)
            } else {
                references[other].isStale = true
            }
        }
    }

    /// Has a context take over what other contexts of its container have saved.
    mutating func merge(_ context: Int) throws {
        if hasMail(context) { log.append("\(context): merge") }
        contexts[context].processPendingChanges()
        let updated = references[context].mail.updated
        references[context].merge(store)
        // What is read again is read now.
        for number in updated.sorted() where store.rows[number] != nil { try read(number, context) }
    }
}
