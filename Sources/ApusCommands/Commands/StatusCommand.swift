import ApusStore
import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what stores hold, and which stages are pending.",
        discussion: """
            Nothing is written. Pending stages are shown only inside a project. Folders are searched for stores; other \
            files are skipped. If a store cannot be read, the others are still shown, and the command ends with 4.

            EXAMPLES
              apus status app.sqlite
              apus status stores/ backups/
              apus status '/srv/**/*.sqlite' --format json
            """
    )

    @OptionGroup var options: ProjectOptions

    @OptionGroup var arguments: StoreArguments

    func run() throws {
        let pending = try PendingStages(options)
        try arguments.forEach { path in
            let statuses: [StoreStatus] =
                try options.model.map { [try StoreStatus(of: storeURL(path), model: $0)] }
                ?? StoreStatus.all(of: storeURL(path))
            return statuses.map { StatusRecord(path, $0, pending) }
        }
    }
}
