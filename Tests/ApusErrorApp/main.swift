@_spi(Generated) import Apus
import Foundation

// failing-app STORE OLDER NEWER WAY: an app whose model went from one schema to another, both in files of canonical JSON.
// It opens its store and shows the error in some way. The way "default" opens the store at the default location; "end",
// "kill", "nested", "handover", "actor", "actor-nested" and "actor-exit" change a store of notes, which a context saves by
// itself, and end.

enum Plan: SchemaMigrationPlan {
    static let modelName: String = "Large"
    static let entities: [EntityDescription] = []
    static var versions: [FrozenSchema] { [FrozenSchema("1", json: text(2))] }
    static var head: FrozenSchema? { FrozenSchema("head", json: text(3)) }
    static let mappings: [StageMapping] = []

    private static func text(_ number: Int) -> String {
        (try? String(contentsOfFile: CommandLine.arguments[number], encoding: .utf8)) ?? ""
    }
}

actor Writer: ModelActor {
    nonisolated let modelExecutor: any ModelExecutor
    nonisolated let modelContainer: ModelContainer

    init(_ executor: DefaultSerialModelExecutor) {
        modelExecutor = executor
        modelContainer = executor.modelContext.container
    }

    func write(nested isNested: Bool, thenExit: Bool) {
        modelContext.autosavePolicy = .every(.seconds(3600))
        let context = isNested ? ModelContext(parent: modelContext) : modelContext
        context.autosavePolicy = .every(.seconds(3600))
        context.insert(Note(text: "first"))
        if thenExit { exit(0) }
    }
}

let store = URL(fileURLWithPath: CommandLine.arguments[1])
let way: String = CommandLine.arguments[4]
if way == "default" {
    do {
        _ = try ModelContainer(for: Plan.self)
        print(ModelConfiguration.defaultURL().path)
    } catch { print(error) }
    exit(0)
}
if way == "nested" {
    let context = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: store)).mainContext
    let draft = ModelContext(parent: context)
    draft.autosaveEnabled = true
    draft.insert(Note(text: "first"))
    exit(0)
}
if way == "end" || way == "kill" {
    let context = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: store)).mainContext
    context.insert(Note(text: "first"))
    if way == "end" { exit(0) }
    while context.hasChanges { RunLoop.main.run(until: Date.now + 0.05) }
    context.insert(Note(text: "second"))
    kill(getpid(), SIGKILL)
}
if way == "handover" {
    // As an asynchronous main() does after its first suspension.
    let container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: store))
    Task { @MainActor in
        let context = ModelContext(container)
        context.autosaveEnabled = true
        context.insert(Note(text: "first"))
        exit(context.isObservable ? 0 : 1)
    }
    dispatchMain()
}
if way.hasPrefix("actor") {
    let executor = DefaultSerialModelExecutor(
        try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: store))
    )
    let writer = Writer(executor)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        await writer.write(nested: way == "actor-nested", thenExit: way == "actor-exit")
        isDone.signal()
    }
    isDone.wait()
    exit(0)
}
if way == "throw" { _ = try ModelContainer(for: Plan.self, url: store) }
do {
    _ = try ModelContainer(for: Plan.self, url: store)
} catch {
    switch way {
    case "print": print(error)
    case "interpolate": print("\(error)")
    case "reflect": print(String(reflecting: error))
    case "describe": print(String(describing: error))
    case "localize": print(error.localizedDescription)
    default: print("unknown way: \(way)")
    }
}
