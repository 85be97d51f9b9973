import ArgumentParser

/// The stores that a command looks at, of which there may be many.
struct StoreArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The stores: files, folders that have stores in them, or patterns.",
            discussion:
                "A pattern has '*', '?', '[a-z]', or '**' for folders in folders. In quotes the shell leaves it alone.",
            valueName: "store"
        ),
        completion: .file()
    )
    var stores: [String]

    @Option(name: .long, help: "text, or json: one list, a member for each model of each store.")
    var format: OutputFormat = .text

    /// Looks at each store in turn; one that fails stops none of the others.
    ///
    /// - Parameter look: Looks at the store of a path, and gives a record for each model.
    /// - Throws: `CommandFailure` with the highest exit code of all stores.
    func forEach<Record: StoreRecord>(_ look: (String) throws -> [Record]) throws {
        let items: [StoreSearch.Item] = StoreSearch.items(of: stores)
        var all: [Record] = []
        var worst: ExitCode = .success
        var failures: Int = 0
        var hasPrinted: Bool = false
        for item in items {
            let records: [Record]
            do {
                let path: String = try item.store()
                records = try failing { try look(path) }
            } catch let failure as CommandFailure {
                records = [Record(store: item.path, problem: StoreProblem(failure))]
                Console.report(failure.diagnostics)
                failures += 1
                if failure.code.rawValue > worst.rawValue { worst = failure.code }
            }
            for record in records where record.code.rawValue > worst.rawValue { worst = record.code }
            let texts: [String] = records.compactMap(\.text)
            if format == .text, !texts.isEmpty {
                if hasPrinted { Console.print("") }
                Console.print(texts.joined(separator: "\n"))
                hasPrinted = true
            }
            if format == .json { all += records }
        }
        if format == .json { try Console.printJSON(all) }
        if items.count > 1 {
            Console.note("\(items.count) stores" + (failures > 0 ? ", \(failures) could not be used" : ""))
        }
        if worst != .success { throw CommandFailure([], code: worst) }
    }
}

/// What is said of a store, or of one model in it.
protocol StoreRecord: Encodable {
    /// The record for people; `nil` where its error has said all.
    var text: String? { get }

    /// The exit code that the record asks for.
    var code: ExitCode { get }

    /// The record of a store that could not be looked at.
    init(store: String, problem: StoreProblem)
}
