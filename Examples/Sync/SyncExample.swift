import Apus
import Foundation

/// `sync-example FOLDER`: the notes of a phone and of a tablet, which are kept in step. Each launch does what their users do in a day;
/// what the synchronization has to know is in the folder.
@main
struct SyncExample {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: sync-example FOLDER")
            exit(2)
        }
        let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
        let containers = try ["phone", "tablet"].map { name in
            try ModelContainer(for: NotesSchema.self, url: folder.appending(path: "\(name).sqlite"))
        }
        let sync = NoteSync(containers, tokens: folder.appending(path: "tokens.json"))
        let (phone, tablet) = (User(containers[0]), User(containers[1]))

        if try phone.isNew {
            try phone.write("Shopping", "milk")
            try phone.write("Books", "Emma")
            try tablet.write("Ideas", "")
        } else {
            // Both change one note: its title here, its text there, and of another one the same property.
            try phone.edit("Shopping") { $0.title = "Shopping list" }
            try tablet.edit("Shopping") { $0.text = "milk, bread" }
            try phone.edit("Ideas") { $0.text = "a boat" }
            try tablet.edit("Ideas") { $0.text = "a plane" }
            try phone.delete("Books")
        }
        try sync.run()
        print("phone:  \(try phone.notes)")
        print("tablet: \(try tablet.notes)")

        // What was just written is not followed back.
        try sync.run()
        print("left:   \(try phone.history + tablet.history)")
    }
}

/// Who writes notes on one device.
struct User {
    private let context: ModelContext

    init(_ container: ModelContainer) { context = ModelContext(container) }

    var isNew: Bool { get throws { try context.fetchCount(FetchDescriptor<Note>()) == 0 } }

    var notes: String {
        get throws {
            try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)]))
                .map { "\($0.title) (\($0.text))" }.joined(separator: ", ")
        }
    }

    /// The number of transactions that the synchronization has not deleted.
    var history: Int { get throws { try context.fetchHistory(after: nil).count } }

    func write(_ title: String, _ text: String) throws {
        context.insert(Note(id: UUID(), title: title, text: text))
        try context.save()
    }

    func edit(_ title: String, _ change: (Note) -> Void) throws {
        for note in try notes(title) { change(note) }
        try context.save()
        // A later edit has a later time, whatever the clock's steps are.
        Thread.sleep(forTimeInterval: 0.01)
    }

    func delete(_ title: String) throws {
        for note in try notes(title) { context.delete(note) }
        try context.save()
    }

    private func notes(_ title: String) throws -> [Note] {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
    }
}
