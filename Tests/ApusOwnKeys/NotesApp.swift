import Apus
import Foundation

/// `notes-app STORE`: prints the notes of a store.
@main
enum NotesApp {
    static func main() {
        do {
            let url = URL(filePath: CommandLine.arguments.dropFirst().first ?? "notes.sqlite")
            let context = ModelContext(try openNotes(at: url))
            for note in try context.fetch(FetchDescriptor<Note>()) { print("\(note.title): \(note.body ?? "no text")") }
        } catch {
            print("error: \(error)")
            exit(4)
        }
    }
}
