import ApusDiagnostics
import ArgumentParser

/// The arguments of a command that reads any number of stores.
struct StoreArguments: ParsableArguments {
    @Argument(help: Self.help, completion: .file())
    var stores: [String]

    @Option(name: .long, help: "The output format: text, or json (one array with an object per model of each store).")
    var format: OutputFormat = .text

    /// The help of arguments that are stores.
    static let help = ArgumentHelp(
        "The stores: files, folders with stores in them, or patterns.",
        discussion:
            "A pattern may contain '*', '?', '[a-z]', and '**' for nested folders. Quote it so that the shell does not "
            + "expand it.",
        valueName: "store"
    )

    func forEach<Record: StoreRecord>(
        skippingCopies skipsCopies: Bool = false,
        _ read: (String) throws -> [Record]
    ) throws {
        let whole: (([Record]) throws -> Void)? = format == .json ? { try Console.printJSON($0) } : nil
        try StoreReading(stores: stores, whole: whole).forEach(skippingCopies: skipsCopies, read)
    }
}

/// Reading any number of stores, with a result for each.
struct StoreReading<Record: StoreRecord> {
    let stores: [String]
    /// Prints all results, after the last one; `nil` if each is printed as text when it is there.
    let whole: (([Record]) throws -> Void)?

    /// Reads the stores one after the other. If one fails, the others are still read.
    ///
    /// - Parameters:
    ///   - skipsCopies: Whether the copies of other stores are left out, unless they are named.
    ///   - read: Reads the store at a path and returns a record per model.
    /// - Throws: `CommandFailure` with the highest exit code of all stores.
    func forEach(skippingCopies skipsCopies: Bool = false, _ read: (String) throws -> [Record]) throws {
        var items = StoreSearch.items(of: stores)
        if skipsCopies {
            let (rest, copies) = items.withoutCopies(named: stores)
            for copy in copies {
                Console.note("\(copy.shown): skipped, because it is the copy of a store; name it alone")
            }
            items = rest
        }
        var all: [Record] = []
        var worst: ExitCode = .success
        var failures = 0
        var hasPrinted = false
        for item in items {
            let records: [Record]
            do {
                let path = try item.store()
                records = try Console.timed("read \(path)") { try failing { try read(path) } }
            } catch let failure as CommandFailure {
                records = [Record(store: item.path, problem: StoreProblem(failure))]
                Console.report(failure.diagnostics)
                failures += 1
                if failure.code.rawValue > worst.rawValue { worst = failure.code }
            }
            for record in records where record.code.rawValue > worst.rawValue { worst = record.code }
            guard whole == nil else {
                all += records
                continue
            }
            let texts = records.compactMap(\.text)
            if !texts.isEmpty {
                if hasPrinted { Console.print("") }
                Console.print(texts.joined(separator: "\n"))
                hasPrinted = true
            }
        }
        try whole?(all)
        if items.count > 1 {
            Console.note("\(items.count) stores" + (failures > 0 ? ", \(failures) cannot be used" : ""))
        }
        if worst != .success { throw CommandFailure([], code: worst) }
    }
}

/// The result about a store, or about one model in it.
protocol StoreRecord: Encodable {
    /// The record as text, or `nil` if its error was printed.
    var text: String? { get }

    /// The exit code for this result.
    var code: ExitCode { get }

    /// The record of a store that cannot be read.
    init(store: String, problem: StoreProblem)
}
