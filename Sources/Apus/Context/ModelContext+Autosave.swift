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
        if thread == nil, ContextThread.main.isCurrent { belongs(to: .main) }
        // After an error, a change is a reason not to wait longer.
        guard nextAutosave?.isRetry ?? true, let thread else { return }
        endAutosave()
        nextAutosave = Autosave(self, after: delay, on: thread)
    }

    /// Cancels the next save of its own, which keeps the context until then.
    func endAutosave() {
        nextAutosave?.end()
        nextAutosave = nil
    }

    /// Saves unsaved changes, if the policy still is to do so.
    ///
    /// After an error it tries again, also if nothing is noted: a change of a property that has changed before is not, and a
    /// store that was locked may be free. The pauses grow from a second to a minute.
    ///
    /// - Parameter isLast: Whether there is no other time, so that an error is reported even if it was before.
    fileprivate func autosave(isLast: Bool) {
        nextAutosave = nil
        guard hasChanges, autosaveEnabled else { return }
        do {
            try save()
        } catch {
            let text = "\(error)"
            let failures = (failedAutosaves?.count ?? 0) + 1
            let isKnown = failedAutosaves?.error == text
            failedAutosaves = (failures, text)
            if isLast || !isKnown { autosaveFailed(error) }
            // No change brings a closed container back.
            guard !isLast, !coordinator.isClosed, let thread, hasChanges else { return }
            let pause = max(min(.seconds(1 << min(failures - 1, 6)), .seconds(60)), autosavePolicy.delay ?? .zero)
            // An observer may have changed something just now.
            if nextAutosave == nil { nextAutosave = Autosave(self, after: pause, on: thread, isRetry: true) }
        }
    }
}

/// A save that is going to happen. Only the queue of its context uses it, or the end of the program.
final class Autosave: @unchecked Sendable {
    /// A context with changes that will be saved lives until then.
    private var context: ModelContext?
    /// The number of contexts that a save goes through to the store.
    fileprivate let depth: Int
    private let delay: Duration
    private let thread: ContextThread
    private let timer: any DispatchSourceTimer
    /// Whether the save follows one that failed, and not a change.
    let isRetry: Bool
    private var seen: Int
    private var rounds = 0

    init(_ context: ModelContext, after delay: Duration, on thread: ContextThread, isRetry: Bool = false) {
        (self.context, self.delay, self.thread, self.isRetry) = (context, delay, thread, isRetry)
        seen = context.unsavedChanges
        depth = sequence(first: context, next: \.parent).reduce(0) { count, _ in count + 1 }
        timer = DispatchSource.makeTimerSource(queue: thread.queue)
        timer.setEventHandler { [weak self] in self?.run() }
        Autosaves.atExit.add(self)
        wait()
        timer.activate()
    }

    private func wait() { timer.schedule(deadline: .now() + max(delay / .seconds(1), 0)) }

    /// Cancels the save.
    func end() {
        timer.cancel()
        Autosaves.atExit.remove(self)
        context = nil
    }

    private func run() {
        guard let context else { return }
        if !isRetry, case .whenSettled = context.autosavePolicy, seen != context.unsavedChanges, rounds < 9 {
            seen = context.unsavedChanges
            rounds += 1
            return wait()
        }
        // Not before: a program that ends meanwhile waits for the save.
        defer { end() }
        context.autosave(isLast: false)
    }

    /// Saves at the end of the program, or on its queue soon; which is part of the group then.
    func saveAtExit(_ group: DispatchGroup) {
        if thread.isCurrent { context?.autosave(isLast: true) }
        // Another thread that ends the program must not use what belongs to the main thread.
        guard !thread.isCurrent, case .queue(let queue) = thread else { return }
        queue.async(group: group) { self.context?.autosave(isLast: true) }
    }
}

/// The saves that have not happened yet. If the program ends before, they happen then.
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
        let group = DispatchGroup()
        let deadline = DispatchTime.now() + .seconds(10)
        var known: Set<ObjectIdentifier> = []
        // The save of a nested context gives its parent something to save. An observer may do so without end.
        for _ in 1...20 {
            let new = lock.withLock { waiting.filter { !known.contains($0.key) } }
            if new.isEmpty { return }
            known.formUnion(new.keys)
            for autosave in new.values.sorted(by: { $0.depth > $1.depth }) { autosave.saveAtExit(group) }
            // A job that never ends must not keep the program from ending.
            if group.wait(timeout: deadline) == .timedOut {
                FileHandle.standardError.write(Data("The changes of a busy context were not saved at the end\n".utf8))
                return
            }
        }
    }
}
