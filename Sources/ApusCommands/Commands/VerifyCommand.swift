import ApusStore
import ArgumentParser

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Look at stores closely: their tables, their files, their references, their values.",
        discussion: """
            Needs no project: a store describes itself. Nothing is written. Ends with 1 where something is wrong, and with 4 \
            where a store cannot be looked at; what somebody added by hand is named, but not condemned.

            EXAMPLES
              apus verify app.sqlite
              apus verify stores/ --format json
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "The model; all models of a store by default.", completion: Completions.models)
    var model: String?

    func run() throws {
        try arguments.forEach { path in
            let found: [Verification] =
                try model.map { [try Verifier.verify(storeURL(path), model: $0)] } ?? Verifier.verifyAll(storeURL(path))
            return found.map { VerificationRecord(path, $0) }
        }
    }
}
