import ApusStore
import ArgumentParser

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check stores thoroughly: their tables, files, references and values.",
        discussion: """
            Needs no project: a store describes itself. Nothing is written. Ends with 1 if something is wrong, and \
            with 4 if a store cannot be read. Tables, columns and the like that were added by hand are listed, but are \
            not errors.

            EXAMPLES
              apus verify app.sqlite
              apus verify stores/ --format json
            """
    )

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var keys: KeyOptions

    @Flag(name: .customLong("keys"), help: "Also decrypt all encrypted values, which needs the keys.")
    var opensValues: Bool = false

    @Option(name: .long, help: "The model; all models of a store by default.", completion: Completions.models)
    var model: String?

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        try arguments.forEach { path in
            let keys = opensValues ? keys.keys : nil
            let found: [Verification] =
                try model.map { [try Verifier.verify(storeURL(path), model: $0, keys: keys)] }
                ?? Verifier.verifyAll(storeURL(path), keys: keys)
            return found.map { VerificationRecord(path, $0) }
        }
    }
}
