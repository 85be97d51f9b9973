import Foundation

extension ModelContext {
    /// Whether the context saves its changes by itself, when nothing has changed for a tenth of a second: see
    /// ``autosavePolicy``. By default, the main context does, as in SwiftData, and others do not.
    public var autosaveEnabled: Bool {
        get { autosavePolicy != .never }
        set { autosavePolicy = newValue ? .whenSettled(after: .milliseconds(100)) : .never }
    }

    /// Notes that there are unsaved changes.
    func noteUnsavedChange() {
        guard let delay = autosavePolicy.delay else { return }
        unsavedChanges &+= 1
        // Before, the context may have been made on another thread.
        if thread == nil, Thread.isMainThread { belongs(to: .main) }
        guard !isAutosaveScheduled, let thread else { return }
        isAutosaveScheduled = true
        Autosave(self, after: delay, on: thread).schedule()
    }

    /// Saves unsaved changes, if the policy still is to do so.
    func autosave() {
        guard hasChanges, autosaveEnabled else { return }
        do {
            try save()
        } catch {
            autosaveFailed(error)
        }
    }
}

/// A save that is going to happen. Only the queue of its context uses it, or the main thread at the end of the program.
private final class Autosave: @unchecked Sendable {
    // A context with changes that will be saved lives until then.
    private let context: ModelContext
    private let delay: Duration
    private let thread: ContextThread
    private var seen: Int
    private var rounds = 0

    init(_ context: ModelContext, after delay: Duration, on thread: ContextThread) {
        (self.context, self.delay, self.thread) = (context, delay, thread)
        seen = context.unsavedChanges
    }

    func schedule() {
        if case .main = thread { Autosaves.atExit.add(self) }
        thread.queue.asyncAfter(deadline: .now() + max(delay / .seconds(1), 0)) { self.run() }
    }

    private func run() {
        if case .whenSettled = context.autosavePolicy, seen != context.unsavedChanges, rounds < 9 {
            seen = context.unsavedChanges
            rounds += 1
            return schedule()
        }
        save()
    }

    func save() {
        Autosaves.atExit.remove(self)
        context.isAutosaveScheduled = false
        context.autosave()
    }
}

/// The saves on the main thread that have not happened yet. If the program ends before, they happen then.
private final class Autosaves: @unchecked Sendable {
    static let atExit = Autosaves()

    private let lock = NSLock()
    private var waiting: [ObjectIdentifier: Autosave] = [:]

    private init() {
        atexit { Autosaves.atExit.saveAll() }
    }

    func add(_ autosave: Autosave) { lock.withLock { waiting[ObjectIdentifier(autosave)] = autosave } }

    func remove(_ autosave: Autosave) { lock.withLock { waiting[ObjectIdentifier(autosave)] = nil } }

    private func saveAll() {
        // Another thread that ends the program must not use what belongs to the main thread.
        guard Thread.isMainThread else { return }
        for autosave in lock.withLock({ Array(waiting.values) }) { autosave.save() }
    }
}
