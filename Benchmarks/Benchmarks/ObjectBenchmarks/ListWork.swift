import Apus
import Foundation

/// Lists of so many objects that grow, shrink and go.
enum ListWork {
    static func run(_ times: inout Times, folder: URL, count: Int) throws {
        func context(_ name: String) throws -> ModelContext {
            ModelContext(try ModelContainer(for: OrdersSchema.self, url: folder.appending(path: "\(name).sqlite")))
        }
        func genres() -> [Genre] { (0..<count).map { Genre(name: "\($0)") } }

        let unsaved = try context("unsaved")
        let shelf = Shelf(label: "a")
        unsaved.insert(shelf)
        try unsaved.save()
        let new: [Genre] = genres()
        for genre in new {
            unsaved.insert(genre)
            shelf.addToGenres(genre)
        }
        try times.measure("lists: delete unsaved objects", count: count) {
            for genre in new { unsaved.delete(genre) }
            try unsaved.save()
            return new.count
        }

        let many = try context("many")
        let full = Shelf(label: "b")
        let saved: [Genre] = genres()
        many.insert(full)
        for genre in saved { many.insert(genre) }
        try many.save()
        try times.measure("lists: add to a many-to-many, save", count: count) {
            for genre in saved { full.addToGenres(genre) }
            try many.save()
            return full.genres.count
        }
        try times.measure("lists: remove from a many-to-many, save", count: count) {
            for genre in saved { full.removeFromGenres(genre) }
            try many.save()
            return count - full.genres.count
        }

        let ordered = try context("ordered")
        let list = Shelf(label: "c")
        ordered.insert(list)
        list.books = (0..<count).map { Book(title: "\($0)") }
        try ordered.save()
        try times.measure("lists: clear an ordered list, save", count: count) {
            list.books = []
            try ordered.save()
            return count
        }
    }
}
