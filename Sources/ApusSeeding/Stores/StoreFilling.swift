import ApusSchema
import Foundation
import GRDB

// GRDB has types of these names, too.
private typealias Table = ApusSchema.Table
private typealias Column = ApusSchema.Column

/// Writes the rows of a plan into a new store's tables.
struct StoreFilling {
    private let plan: SeedPlan
    private let layout: Layout
    private let db: Database
    private let report: (SeedProgress) -> Void
    private let total: Int
    private var files: SeedFiles
    private var done: Int = 0

    init(
        _ plan: SeedPlan,
        _ layout: Layout,
        _ db: Database,
        files: URL,
        report: @escaping (SeedProgress) -> Void
    ) {
        self.plan = plan
        self.layout = layout
        self.db = db
        self.report = report
        self.files = SeedFiles(folder: files)
        total = plan.objects.reduce(0) { $0 + $1.identities.count } + plan.pairs.reduce(0) { $0 + $1.list.count }
    }

    /// Writes all rows: those of a table in the order of its primary key.
    ///
    /// - Throws: `DatabaseError`, file errors.
    consuming func run() throws -> Seeder.Filled {
        for objects in plan.objects { try write(objects) }
        for pairs in plan.pairs { try write(pairs) }
        return Seeder.Filled(files: files.count)
    }

    private mutating func write(_ objects: ObjectMaker) throws {
        guard !objects.identities.isEmpty, let table = layout.table(ofEntity: objects.entity) else { return }
        // Where each value of an object goes; what the store computes goes nowhere.
        var columns: [Column] = []
        var places: [Int] = []
        for (index, field) in objects.fields.enumerated() {
            guard let column = table.column(of: field, in: objects.entity), !column.isDerived else { continue }
            columns.append(column)
            places.append(index)
        }
        let entity: Column? = table.entity
        let names: [String] = columns.map(\.name) + (entity.map { [$0.name] } ?? [])
        let inserter = try RowInserter(db, into: table.name, names)
        // The same for all.
        if entity != nil { inserter.bind(.text(objects.entity), at: columns.count) }
        let external: [Int] = columns.indices.filter { columns[$0].isExternal }
        var values: [StoredValue] = objects.fields.map { _ in .null }
        for identity in objects.identities {
            objects.fill(&values, identity: identity)
            for index in external {
                let column: [String] = [table.name, columns[index].name]
                values[places[index]] = try files.keeping(values[places[index]], of: column, row: identity)
            }
            for (index, place) in places.enumerated() { inserter.bind(values[place], at: index) }
            try inserter.insert()
            count(objects.entity)
        }
    }

    private mutating func write(_ pairs: PairsMaker) throws {
        guard pairs.list.count > 0, let table = layout.table(of: .pairs(pairs.path)) else { return }
        let columns: [String] = pairs.fields.compactMap { table.column(of: $0)?.name }
        let inserter = try RowInserter(db, into: table.name, columns)
        let title: String = pairs.path.description
        try pairs.forEach { values in
            for (index, value) in values.enumerated() { inserter.bind(value, at: index) }
            try inserter.insert()
            count(title)
        }
    }

    private mutating func count(_ title: String) {
        done += 1
        if done % 10_000 == 0 { report(SeedProgress(title: title, rowsDone: done, rows: total)) }
    }
}
