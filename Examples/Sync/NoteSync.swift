import Apus
import Foundation

/// Keeps the notes of two stores in step, through their histories.
///
/// - Both stores know a note by its `id`.
/// - Of a property that both have changed, the later change wins; at the same moment, that of the first store does. Changes of different
///   properties go together.
/// - A note that one store has deleted comes back if the other one has changed it later. A change between the moment in which a run reads
///   the histories and that in which it saves is too late for that: a deletion is never in conflict, so the note is deleted. Where that
///   matters, let the users' contexts write through the same actor, which runs the synchronization in between.
/// - If a history does not go back far enough, or was migrated, all notes are compared: nothing is deleted then, and the first store wins.
struct NoteSync {
    /// The author of what the synchronization saves, which it does not follow.
    static let author = "sync"

    /// A context per store, for the synchronization alone.
    private let contexts: [ModelContext]

    /// The file that keeps, over launches, how far each history was followed.
    private let file: URL

    init(_ containers: [ModelContainer], tokens file: URL) {
        contexts = containers.map { ModelContext($0) }
        self.file = file
        for context in contexts { context.author = Self.author }
    }

    /// What happened to a note since the last run.
    private struct Edit {
        /// When each property was changed last.
        var properties: [String: Date] = [:]
        var deletion: Date?

        var latest: Date { properties.values.max() ?? .distantPast }
    }

    func run() throws {
        // What a failed run has left must not be saved, nor fail again.
        for context in contexts { context.rollback() }
        // What is written from now on is followed by the next run, a second time perhaps, which does no harm.
        let ends = try contexts.map { try $0.historyToken() }
        if let tokens = tokens(), let first = try edits(in: 0, after: tokens),
            let second = try edits(in: 1, after: tokens)
        {
            try settle([first, second])
        } else {
            try compare()
        }
        for context in contexts { try context.save() }
        // Not before both are saved: a run that fails or is killed is repeated.
        try JSONEncoder().encode(ends).write(to: file, options: .atomic)
        // Nothing else follows these histories.
        for (context, end) in zip(contexts, ends) { try context.deleteHistory(before: end) }
    }

    /// How far each history was followed; `nil` if the file is missing or damaged, or of other stores.
    private func tokens() -> [DefaultHistoryToken]? {
        guard let data = try? Data(contentsOf: file),
            let tokens = try? JSONDecoder().decode([DefaultHistoryToken].self, from: data),
            tokens.count == contexts.count
        else { return nil }
        return tokens
    }

    /// What others have done in a store; `nil` if its history cannot say it.
    private func edits(in index: Int, after tokens: [DefaultHistoryToken]) throws -> [UUID: Edit]? {
        var descriptor = HistoryDescriptor(after: tokens[index])
        descriptor.excludedAuthors = [Self.author]
        let transactions: [DefaultHistoryTransaction]
        do {
            transactions = try contexts[index].fetchHistory(descriptor)
        } catch ModelError.historyTokenExpired { return nil }
        if transactions.contains(where: { $0.migration?.entityNames.contains("Note") == true }) { return nil }
        var edits: [UUID: Edit] = [:]
        for transaction in transactions {
            func note(_ identifier: PersistentIdentifier, _ properties: [String]) throws {
                // If it was deleted later, that is what counts.
                guard let id = try contexts[index].fetch(Note.self, id: identifier)?.id else { return }
                for property in properties { edits[id, default: Edit()].properties[property] = transaction.timestamp }
            }
            for change in transaction.changes {
                switch change {
                case .delete(let deletion):
                    // The note is gone, but it has left its `id`, unless the store did not preserve it then.
                    guard let id = deletion.tombstone[\Note.id] else { return nil }
                    edits[id, default: Edit()].deletion = transaction.timestamp
                case .insert(let insertion):
                    try note(insertion.changedPersistentIdentifier, ["title", "text"])
                case .update(let update):
                    try note(update.changedPersistentIdentifier, update.updatedProperties)
                }
            }
        }
        return edits
    }

    private func settle(_ edits: [[UUID: Edit]]) throws {
        for id in Set(edits[0].keys).union(edits[1].keys) {
            let (one, other) = (edits[0][id] ?? Edit(), edits[1][id] ?? Edit())
            let notes = try contexts.map { try note(id, $0) }
            switch (notes[0], notes[1]) {
            case (let first?, let second?):
                for (property, date) in one.properties where date >= other.properties[property] ?? .distantPast {
                    copy(property, from: first, to: second)
                }
                for (property, date) in other.properties where date > one.properties[property] ?? .distantPast {
                    copy(property, from: second, to: first)
                }
            case (let note?, nil): settle(note, in: 0, deleted: other.deletion, changed: one.latest)
            case (nil, let note?): settle(note, in: 1, deleted: one.deletion, changed: other.latest)
            case (nil, nil): break
            }
        }
    }

    /// Deletes a note that the other store has deleted, or brings it back there.
    private func settle(_ note: Note, in index: Int, deleted: Date?, changed: Date) {
        if let deleted, deleted >= changed {
            contexts[index].delete(note)
        } else {
            insert(note, into: contexts[1 - index])
        }
    }

    /// Gives both stores the notes of both.
    private func compare() throws {
        for (index, context) in contexts.enumerated() {
            for note in try context.fetch(FetchDescriptor<Note>()) {
                if let other = try self.note(note.id, contexts[1 - index]) {
                    if index == 0 { for property in ["title", "text"] { copy(property, from: note, to: other) } }
                } else {
                    insert(note, into: contexts[1 - index])
                }
            }
        }
    }

    private func insert(_ note: Note, into context: ModelContext) {
        context.insert(Note(id: note.id, title: note.title, text: note.text))
    }

    private func copy(_ property: String, from note: Note, to other: Note) {
        switch property {
        case "title": if other.title != note.title { other.title = note.title }
        case "text": if other.text != note.text { other.text = note.text }
        default: break
        }
    }

    private func note(_ id: UUID, _ context: ModelContext) throws -> Note? {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.id == id })).first
    }
}
