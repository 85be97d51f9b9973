import ApusMigration
import ApusSchema
import ApusStore
import Foundation

/// The runs, and the tables of their figures in Markdown.
struct Runs {
    let samples: Samples
    /// How often each is run; the median is told.
    let count: Int

    var work: String { samples.folder.path + "/work" }
    var me: String { CommandLine.arguments[0] }

    /// Who makes a change.
    private enum Contender: String, CaseIterable {
        case expert = "SQL by hand"
        case checked = "SQL by hand, same checks"
        case catalogue = "SQL by hand, catalogue written"
        case apus = "Apus"
        case copying = "Apus, rows copied"
        case grdb = "GRDB"
    }

    /// Each change of the big table, by each contender in turn.
    func changes() throws {
        print(
            "| change of \(samples.rows) rows | | seconds | of SQL by hand | CPU, seconds | memory, MB | file, MB | journal, MB |"
        )
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for change in Change.allCases {
            var figures: [Contender: [Measurement]] = [:]
            var contents: Set<String> = []
            for _ in 0..<count {
                for contender in Contender.allCases where serves(contender, change) {
                    figures[contender, default: []].append(try measure(contender, change))
                    contents.insert(try Samples.content(work))
                }
            }
            guard contents.count == 1 else { throw Failure("\(change): the rows differ\n\(contents)") }
            let best: Double = figures[.expert]?.median.seconds ?? 1
            for contender in Contender.allCases {
                guard let runs = figures[contender] else { continue }
                let title: String = contender == .expert ? change.title : ""
                print("| \(title) | \(contender.rawValue) | \(row(runs, best)) |")
            }
        }
        print()
    }

    /// Each change that a mapping computes, by SQL, without and with checks, and by Apus, all on a store of Apus.
    func mappedChanges() throws {
        print(
            "| change of \(samples.rows) rows | | seconds | of SQL by hand | CPU, seconds | memory, MB | file, MB | journal, MB |"
        )
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        let contenders = [Contender.expert, .checked, .apus]
        for change in MappedChange.allCases {
            var figures: [Contender: [Measurement]] = [:]
            var contents: Set<String> = []
            for _ in 0..<count {
                for contender in contenders {
                    try copy(samples.contacts)
                    let arguments =
                        switch contender {
                        case .apus: [me, "worker", "mapped", work, change.rawValue]
                        case .checked: try shell(change.checkedSQL)
                        default: try shell(change.sql)
                        }
                    figures[contender, default: []].append(try Measurement.run(arguments, watching: work))
                    contents.insert(try Samples.content(work, change.content))
                }
            }
            guard contents.count == 1 else { throw Failure("\(change): the rows differ\n\(contents)") }
            let best = figures[.expert]?.median.seconds ?? 1
            for contender in contenders {
                let title = contender == .expert ? change.title : ""
                print("| \(title) | \(contender.rawValue) | \(row(figures[contender] ?? [], best)) |")
            }
        }
        print()
    }

    /// A value of each object, by SQL, by a mapping and by code in Swift.
    func code() throws {
        print("| a value of \(samples.rows) objects | seconds | of SQL by hand | objects per second | memory, MB |")
        print("| --- | --- | --- | --- | --- |")
        var figures: [String: [Measurement]] = [:]
        var contents: Set<String> = []
        let expert = Contender.expert.rawValue
        for _ in 0..<count {
            for way in [nil] + CodeWay.allCases.map(Optional.some) {
                try copy(samples.people)
                let arguments = try way.map { [me, "worker", "code", work, $0.rawValue] } ?? shell(CodeWay.sql)
                figures[way?.title ?? expert, default: []].append(try Measurement.run(arguments, watching: work))
                contents.insert(try Samples.content(work, CodeWay.content))
            }
        }
        guard contents.count == 1 else { throw Failure("the names differ\n\(contents)") }
        let best = figures[expert]?.median.seconds ?? 1
        for title in [expert] + CodeWay.allCases.map(\.title) {
            guard let median = figures[title]?.median else { continue }
            let rate = Int(Double(samples.rows) / median.seconds)
            print(
                "| \(title) | \(median.seconds.text(2)) | \((median.seconds / best).text(2)) | \(rate) | \(median.memory.text(1)) |"
            )
        }
        print()
    }

    /// Only where rows need not be copied are there two ways.
    private func serves(_ contender: Contender, _ change: Change) -> Bool {
        contender != .checked && (![.catalogue, .copying].contains(contender) || Expert.catalogueSQL(change) != nil)
    }

    private func measure(_ contender: Contender, _ change: Change) throws -> Measurement {
        try copy([.apus, .copying].contains(contender) ? samples.apus : samples.expert)
        let arguments: [String] =
            switch contender {
            case .expert, .checked: try shell(Expert.sql(change))
            case .catalogue: try shell(Expert.catalogueSQL(change) ?? "")
            case .apus: [me, "worker", "apus", work, change.rawValue]
            case .copying: [me, "worker", "apus-copying", work, change.rawValue]
            case .grdb: [me, "worker", "grdb", work, change.rawValue]
            }
        return try Measurement.run(arguments, watching: work)
    }

    /// Many versions that each touch the big table: at once, and one after the other.
    func versions(_ versions: Int) throws {
        print("| \(versions) versions, \(samples.rows) rows | seconds | memory, MB | file, MB | journal, MB |")
        print("| --- | --- | --- | --- | --- |")
        for (kind, last, title) in [
            ("fused", 2, "one stage of them"), ("fused", versions, "all at once"),
            ("stepwise", versions, "stage by stage"),
        ] {
            let runs: [Measurement] = try (0..<(kind == "stepwise" ? 1 : count)).map { _ in
                try copy(samples.apus)
                return try Measurement.run([me, "worker", kind, work, "\(last)"], watching: work)
            }
            let median: Measurement = runs.median
            print(
                "| \(title) | \(median.seconds.text(2)) | \(median.memory.text(1)) | \(median.file.text(0))"
                    + " | \(median.journal.text(0)) |"
            )
        }
        print()
    }

    /// Many small stores in one call, beside the loop that opens, alters and commits and does nothing else.
    func smallStores(_ stores: Int) throws {
        let small: URL = samples.folder.appending(path: "small.sqlite")
        if !FileManager.default.fileExists(atPath: small.path) {
            try StoreCreation.create(small, holding: StoreState(version: Schema.Version(1), schema: Shop.base))
        }
        var bare: [Measurement] = []
        var apus: [Measurement] = []
        let sql: String = (1...stores)
            .map { number in
                """
                .open '\(work)/\(number)'
                BEGIN IMMEDIATE;
                ALTER TABLE item ADD COLUMN status INTEGER NOT NULL DEFAULT 0;
                UPDATE apus_model SET version = '2';
                COMMIT;

                """
            }
            .joined()
        for _ in 0..<count {
            try copyMany(small, stores)
            bare.append(try Measurement.run(try shell(sql, on: ":memory:"), watching: work))
            try copyMany(small, stores)
            apus.append(try Measurement.run([me, "worker", "stores", work, "\(stores)"], watching: work))
        }
        print("| \(stores) small stores | seconds | stores a second | memory, MB |")
        print("| --- | --- | --- | --- |")
        for (title, runs) in [("open, alter, commit", bare), ("Apus", apus)] {
            let median: Measurement = runs.median
            let rate = Double(stores) / median.seconds
            print("| \(title) | \(median.seconds.text(2)) | \(rate.text(0)) | \(median.memory.text(1)) |")
        }
    }

    private func row(_ runs: [Measurement], _ best: Double) -> String {
        let median: Measurement = runs.median
        let range: [Double] = runs.map(\.seconds).sorted()
        return [
            "\(median.seconds.text(2)) (\(range[0].text(2))–\(range[range.count - 1].text(2)))",
            (median.seconds / best).text(2), median.processor.text(2), median.memory.text(1), median.file.text(0),
            median.journal.text(0),
        ]
        .joined(separator: " | ")
    }

    /// SQLite's shell, reading SQL from a file.
    func shell(_ sql: String, on path: String? = nil) throws -> [String] {
        let file: String = samples.folder.path + "/work.sql"
        try sql.write(toFile: file, atomically: true, encoding: .utf8)
        return ["/bin/sh", "-c", "exec sqlite3 -bail \"$0\" < \"$1\" > /dev/null", path ?? work, file]
    }

    func copy(_ sample: URL) throws {
        clear()
        try FileManager.default.copyItem(atPath: sample.path, toPath: work)
        sync()
    }

    private func copyMany(_ sample: URL, _ stores: Int) throws {
        clear()
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
        for number in 1...stores { try FileManager.default.copyItem(atPath: sample.path, toPath: "\(work)/\(number)") }
        sync()
    }

    private func clear() {
        for end in ["", "-wal", "-shm", "-journal", "-files"] {
            try? FileManager.default.removeItem(atPath: work + end)
        }
    }
}

extension Double {
    /// With so many digits behind the point.
    func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
