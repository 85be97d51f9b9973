import ApusDiagnostics
import ApusStore
import ArgumentParser
import Foundation

struct RekeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Encrypt the values of stores again, with a new key.",
        discussion: """
            If --key is given several times for a name, the first one is the new key, and the others are the old keys, which decrypt. \
            A value that the new key has encrypted stays as it is, so if the command is interrupted, the next run does the rest. \
            Stores can be in use, by programs that have both keys, and are not migrated. No project is needed.

            At the end, the file is rewritten, so that nothing is left of the values as they were. Then 'apus verify --keys' shows \
            whether a value still needs an older key.

            Ends with 1 if a value cannot be decrypted, which stays as it was, or if something may be left in the file.

            EXAMPLES
              apus rekey app.sqlite --key notes=new.key --key notes=old.key
              apus rekey stores/ --key notes=new.key --key notes=old.key --dry-run
            """
    )

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var keys: KeyOptions

    @Option(name: .long, help: "The model; all models of a store by default.", completion: Completions.models)
    var model: String?

    @Flag(name: .long, help: "Only count the values that would be encrypted again.")
    var dryRun: Bool = false

    @Flag(
        name: .long,
        help: "Also remove the copies STORE.before-VERSION, whose values an older key may have encrypted."
    )
    var purgeBackups: Bool = false

    @Option(name: .long, help: "How many seconds to wait for a store that another process has locked.")
    var wait: Double = 5

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if !(0...86_400).contains(wait) { throw ValidationError("--wait must be a number of seconds from 0 to 86400") }
    }

    func run() throws {
        let interruption = Interruption()
        var rekeyer = Rekeyer(keys: keys.keys)
        rekeyer.lockTimeout = wait
        rekeyer.checksAllValues = purgeBackups
        rekeyer.isCancelled = { interruption.isRequested }
        try arguments.forEach(skippingCopies: true) { path in
            let record = try rekey(path, with: rekeyer)
            Console.report(record.warnings)
            return [record]
        }
    }

    private func rekey(_ path: String, with rekeyer: Rekeyer) throws -> RekeyRecord {
        let url = storeURL(path)
        let line = ProgressLine(path)
        defer { line.end() }
        if dryRun {
            return RekeyRecord(path, .tried, try rekeyer.rehearse(url, model: model) { line.show($0) })
        }
        let report = try rekeyer.rekey(url, model: model) { line.show($0) }
        var record = RekeyRecord(path, report.count == 0 ? .unchanged : .rekeyed, report)
        let copies = StoreCopies.copies(of: url)
        // Until all values have the new key and can be decrypted with it, a copy may be all that there is.
        let isDone = report.isComplete && report.unreadable.isEmpty && record.purge != "incomplete"
        // A copy has all models, and the values of another one may be there only, with the older key.
        if purgeBackups, isDone, !copies.isEmpty { record.otherModels = report.otherModels }
        if purgeBackups, isDone, report.otherModels.isEmpty {
            for copy in copies { StoreCopies.remove(copy) }
        } else if !copies.isEmpty, purgeBackups || report.count > 0 {
            record.copies = copies.map(\.relativePath)
        }
        return record
    }
}
