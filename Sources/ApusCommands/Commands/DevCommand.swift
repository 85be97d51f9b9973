import ApusDiagnostics
import ApusProject
import ApusSeeding
import ArgumentParser
import Foundation

struct DevCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Watch the model while you edit it: check it, generate its classes, and migrate a store.",
        discussion: """
            With each change of a model or a mapping, the files are checked, the classes are generated into the folder \
            that apus.yaml names, and the store, if one is given, is migrated to the head. A store that does not exist \
            is made, with made-up rows. What would lose data is refused, as anywhere else, unless a mapping of the head \
            accepts it; the old store is then kept as a copy first. With --reset, a store that cannot follow is kept \
            as a copy, and a new one is made.

            Errors in files are printed, and the command goes on watching. Ctrl-C ends it.

            With --once, the exit code is 0 if everything could be done, 2 if a file is invalid, 3 if the store needs \
            a decision, 4 if the store cannot be used.

            EXAMPLES
              apus dev                       check and generate
              apus dev dev.sqlite            also keep a store at the head
              apus dev dev.sqlite --rows 500 --seed 7
              apus dev dev.sqlite --reset    make a new store if this one cannot follow
              apus dev dev.sqlite --once     one round, for scripts
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var keys: KeyOptions

    @Argument(
        help: "The development store, which is migrated to the head after each change; created if it does not exist.",
        completion: .file()
    )
    var store: String?

    @Option(name: .long, help: "The number of made-up objects of a new store, at most 100000000.")
    var rows: Int = 100

    @Option(name: .long, help: "The seed of the random choices, a whole number from 0.")
    var seed: UInt64 = 1

    @Option(name: .long, help: "The kind of values: tiny, typical or adversarial.")
    var profile: SeedProfile = .typical

    @Flag(name: .long, help: "Keep a store that cannot follow as a copy, and make a new one.")
    var reset: Bool = false

    @Flag(name: .long, help: "Do one round and end.")
    var once: Bool = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard (0...Seeder.mostRows).contains(rows) else {
            throw ValidationError("--rows must be a whole number from 0 to \(Seeder.mostRows)")
        }
        if reset, store == nil { throw ValidationError("--reset requires a store") }
    }

    func run() throws {
        // An invalid apus.yaml is an error that the next edit may settle; without one there is nothing to watch.
        let folder = options.project.map { URL(fileURLWithPath: $0) } ?? Project.folder(around: .currentDirectory())
        guard let folder, PathKind(folder.path) == .folder else {
            _ = try options.findProject()
            throw CommandFailure.invalid("there is no project here", help: "run 'apus init' to start one")
        }
        // A reader that has closed the pipe ends the watching, as Ctrl-C does, and no round.
        signal(SIGPIPE, SIG_IGN)
        let interruption = Interruption()
        var seeder = Seeder(rows: rows, seed: seed, profile: profile)
        seeder.keys = keys.keys
        let watch = ModelWatch(folder: folder, store: store)
        // The files are looked at before they are read: what changes in between is a change.
        var files = watch.snapshot()
        let devStore = store.map { path in
            DevStore(
                path: path,
                seeder: seeder,
                resets: reset,
                isStopped: { interruption.isRequested },
                isSettled: { once || watch.isStill(since: files, until: { interruption.isRequested }) }
            )
        }
        var round = DevRound(options: options, store: devStore)
        while true {
            let code = round.run()
            // What the round itself makes is no change.
            files.store = watch.storeFile
            if once || code == CommandFailure.Codes.stopped {
                if code != .success { throw CommandFailure([], code: code) }
                return
            }
            guard let next = watch.change(since: files, until: { interruption.isRequested || Console.hasOutputFailed })
            else { return }
            files = next
        }
    }
}
