import ApusMigration
import ApusSchema
import ApusStore
import Foundation

/// Migrations beside the best that can be written by hand, as whole processes, on copies of the same rows, in turn.
///
/// `swift run -c release MigrationBenchmarks [--rows 1000000] [--runs 5] [--versions 40] [--stores 1000] [--code] [--encryption] [--deferred]`;
/// with one of the last three, only what code in Swift, encryption, or work that is left for later costs. `--rows 10000 --runs 1` is a short run.
@main
enum MigrationBenchmarks {
    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() throws {
        let words: [String] = Array(CommandLine.arguments.dropFirst())
        if words.first == "worker" { return try Worker.run(Array(words.dropFirst())) }
        func number(_ option: String, _ usual: Int) -> Int {
            words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil } ?? usual
        }
        let runs = Runs(
            samples: Samples(
                folder: FileManager.default.temporaryDirectory.appending(path: "apus-migration-benchmarks"),
                rows: number("--rows", 1_000_000)
            ),
            count: number("--runs", 5)
        )
        try runs.samples.make()
        let parts = [("--code", runs.code), ("--encryption", runs.encryption), ("--deferred", runs.deferred)]
        let chosen = parts.filter { words.contains($0.0) }
        for (_, run) in chosen.isEmpty ? parts : chosen { try run() }
        if !chosen.isEmpty { return }
        try runs.changes()
        try runs.mappedChanges()
        let (versions, stores): (Int, Int) = (number("--versions", 40), number("--stores", 1000))
        if versions > 1 { try runs.versions(versions) }
        if stores > 0 { try runs.smallStores(stores) }
    }
}

/// What happens in a process of its own.
enum Worker {
    static func run(_ words: [String]) throws {
        let path: String = words[1]
        switch words[0] {
        case "apus":
            try Migrator(planner: Shop.planner(Change(rawValue: words[2]) ?? .all)).migrate(URL(fileURLWithPath: path))
        case "mapped":
            try Migrator(planner: (MappedChange(rawValue: words[2]) ?? .compute).planner).migrate(
                URL(fileURLWithPath: path)
            )
        case "code": try (CodeWay(rawValue: words[2]) ?? .policy).migrator().migrate(URL(fileURLWithPath: path))
        case "deferred": try (Deferred(rawValue: words[2]) ?? .atOnce).run(path)
        case "encryption": try (Encryption(rawValue: words[2]) ?? .fetch).run(path)
        case "apus-copying":
            var migrator = Migrator(planner: Shop.planner(Change(rawValue: words[2]) ?? .all))
            migrator.rule = .inPlace
            try migrator.migrate(URL(fileURLWithPath: path))
        case "grdb": try GRDBMigrations.migrate(path, Change(rawValue: words[2]) ?? .all)
        case "fused":
            try Migrator(planner: Shop.longPlanner(versions: Int(words[2]) ?? 2)).migrate(URL(fileURLWithPath: path))
        case "stepwise":
            let versions = Int(words[2]) ?? 2
            let planner: Planner = Shop.longPlanner(versions: versions)
            for version in 2...versions {
                try Migrator(planner: planner, target: .version(Schema.Version(version))).migrate(
                    URL(fileURLWithPath: path)
                )
            }
        case "stores":
            let migrator = Migrator(planner: Shop.planner(.add))
            for number in 1...(Int(words[2]) ?? 1) { try migrator.migrate(URL(fileURLWithPath: "\(path)/\(number)")) }
        default: throw Failure("'\(words[0])' is no work")
        }
    }
}
