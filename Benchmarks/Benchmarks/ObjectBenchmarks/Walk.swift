import Apus
import Foundation
import GRDB

/// From each of many parents to its three children, in order.
enum Walk {
    private struct ShelfRecord: Codable, FetchableRecord, TableRecord {
        static let databaseTableName = "Shelf"
        static let books = hasMany(BookRecord.self, using: ForeignKey(["shelf"], to: ["_id"]))

        var _id: Int64
        var label: String
    }

    private struct BookRecord: Codable, FetchableRecord, TableRecord {
        static let databaseTableName = "Book"

        var _id: Int64
        var title: String
        var shelf: Int64?
    }

    private struct FullShelf: Codable, FetchableRecord {
        var shelf: ShelfRecord
        var books: [BookRecord]
    }

    static func run(_ times: inout Times, folder: URL, parents: Int = 100_000) throws {
        let url: URL = folder.appending(path: "walk.sqlite")
        let container = try ModelContainer(for: OrdersSchema.self, url: url)
        let context = ModelContext(container)
        for index in 0..<parents {
            let shelf = Shelf(label: "\(index)")
            context.insert(shelf)
            shelf.books = (0..<3).map { Book(title: "\(index).\($0)") }
        }
        try context.save()
        let queue = try DatabaseQueue(path: url.path)
        try times.measure("walk a to-many: GRDB, records", count: 3 * parents) {
            try queue.read { database in
                let place = Column("shelf.place")
                let request = ShelfRecord.including(all: ShelfRecord.books.order(place).forKey("books"))
                return try FullShelf.fetchAll(database, request).reduce(0) { $0 + $1.books.count }
            }
        }
        try times.measure("walk a to-many: Apus, as it comes", count: 3 * parents) {
            let context = ModelContext(container)
            return try context.fetch(FetchDescriptor<Shelf>()).reduce(0) { $0 + $1.books.count { !$0.title.isEmpty } }
        }
    }
}
