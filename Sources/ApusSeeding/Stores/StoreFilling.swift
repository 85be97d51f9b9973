import ApusSchema
import ApusStore
import Foundation
import GRDB

// GRDB has types with these names, too.
private typealias Table = ApusSchema.Table
private typealias Column = ApusSchema.Column

/// Writes the rows of a plan to a new store's tables.
struct StoreFilling {
    private let plan: SeedPlan
    private let layout: Layout
    private let db: Database
    private let report: (SeedProgress) throws -> Void
    private let total: Int
    private let keys: StoreKeys?
    private var files: SeedFiles
    private var done: Int = 0
    private var lastReport: ContinuousClock.Instant = .now

    init(
        _ plan: SeedPlan,
        layout: Layout,
        db: Database,
        files: URL,
        keys: StoreKeys?,
        report: @escaping (SeedProgress) throws -> Void
    ) {
        self.plan = plan
        self.layout = layout
        self.db = db
        self.report = report
        self.keys = keys
        self.files = SeedFiles(folder: files)
        total = plan.objects.reduce(0) { $0 + $1.identities.count } + plan.joinTables.reduce(0) { $0 + $1.rows.count }
    }

    /// Writes all rows, those of a table in the order of its primary key.
    ///
    /// - Throws: `DatabaseError`, file errors.
    consuming func run() throws -> Seeder.Filled {
        for objects in plan.objects { try write(objects) }
        for joinTable in plan.joinTables { try write(joinTable) }
        return Seeder.Filled(files: files.count)
    }

    private mutating func write(_ objects: ObjectMaker) throws {
        guard !objects.identities.isEmpty, let table = layout.table(ofEntity: objects.entity) else { return }
        try show(objects.entity)
        // The column of each value; derived values are not written.
        var columns: [Column] = []
        var indices: [Int] = []
        for (index, field) in objects.fields.enumerated() {
            guard let column = table.column(of: field, in: objects.entity), !column.isDerived else { continue }
            columns.append(column)
            indices.append(index)
        }
        let entity: Column? = table.entity
        let names: [String] = columns.map(\.name) + (entity.map { [$0.name] } ?? [])
        let inserter = try RowInserter(db, into: table.name, columns: names)
        // The entity is the same for all rows, so it is bound once.
        if entity != nil { inserter.bind(.text(objects.entity), at: columns.count) }
        let external: [Int] = columns.indices.filter { columns[$0].isExternal }
        let sealed: [Int] = columns.indices.filter { columns[$0].seal != nil }
        var values: [StoredValue] = objects.fields.map { _ in .null }
        for identity in objects.identities {
            objects.fill(&values, identity: identity)
            for index in sealed {
                let value = values[indices[index]].encryptable(as: columns[index].type)
                let seal = columns[index].seal
                values[indices[index]] = try seal?.sealed(value, of: Int64(identity), keys) ?? value
            }
            for index in external {
                let column: [String] = [table.name, columns[index].name]
                values[indices[index]] = try files.keeping(values[indices[index]], of: column, row: identity)
            }
            for (column, index) in indices.enumerated() { inserter.bind(values[index], at: column) }
            try inserter.insert()
            try count(objects.entity)
        }
    }

    private mutating func write(_ joinTable: JoinTableMaker) throws {
        guard joinTable.rows.count > 0, let table = layout.table(of: .joinTable(joinTable.path)) else { return }
        let columns: [String] = joinTable.fields.compactMap { table.column(of: $0)?.name }
        let inserter = try RowInserter(db, into: table.name, columns: columns)
        let title = joinTable.path.description
        try show(title)
        try joinTable.forEach { values in
            for (index, value) in values.enumerated() { inserter.bind(value, at: index) }
            try inserter.insert()
            try count(title)
        }
    }

    private mutating func count(_ title: String) throws {
        done += 1
        // Looking at the clock takes as long as writing a small row.
        let isLate = done % 20 == 0 && lastReport.duration(to: .now) > .milliseconds(200)
        if isLate || done % 10_000 == 0 { try show(title) }
    }

    private mutating func show(_ title: String) throws {
        lastReport = .now
        try report(SeedProgress(title: title, rowsDone: done, rows: total))
    }
}

extension StoredValue {
    /// The value as it is encrypted: texts that may be in files are made as bytes.
    fileprivate func encryptable(as type: ScalarType) -> StoredValue {
        if case .blob(let bytes) = self, type.storage == .text {
            .text(String(decoding: bytes, as: UTF8.self))
        } else {
            self
        }
    }
}
