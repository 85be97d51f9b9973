#if !canImport(Darwin)
public import Foundation

/// A stack of actions that undo what was done, and another one of those that redo it: Foundation's `UndoManager`, which
/// only Apple's platforms have.
///
/// What is registered between ``beginUndoGrouping()`` and ``endUndoGrouping()`` is undone together. What is registered
/// outside is a group of its own as long as ``groupsByEvent`` is true. As there is no run loop that says when an event
/// ends, that group ends with the next ``beginUndoGrouping()``, ``undo()`` or ``redo()``, and when a context whose
/// ``ModelContext/undoManager`` this is saves, or processes its pending changes.
///
/// Only one task at a time may use an undo manager: that of its context.
open class UndoManager {
    private struct Action {
        private(set) weak var target: AnyObject?
        let perform: (AnyObject) -> Void
    }

    private struct Group {
        var actions: [Action] = []
        var name = ""
    }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// The top-level group that is open, and in which nested groups go.
    private var open = Group()
    private var hasEventGroup = false
    private var disabled = 0

    /// The number of open groups. A group that was opened by itself counts.
    public private(set) var groupingLevel = 0

    /// Whether actions are being undone.
    public private(set) var isUndoing = false

    /// Whether actions are being redone.
    public private(set) var isRedoing = false

    /// Whether what is registered outside of groups is grouped by event. If it is false, it is one group until the next one
    /// begins; Foundation refuses to register it.
    open var groupsByEvent = true

    /// The largest number of groups that can be undone, and of those that can be redone; 0 for any number. The oldest go
    /// first.
    open var levelsOfUndo = 0 {
        didSet { trim() }
    }

    /// Creates an undo manager with nothing to undo.
    public init() {}

    // MARK: - Groups

    /// Opens a group, which ``endUndoGrouping()`` closes. Groups may be nested; the outermost one is undone as a whole.
    open func beginUndoGrouping() {
        post(.NSUndoManagerCheckpoint)
        endEvent()
        groupingLevel += 1
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Closes the group that was opened last. Without one, nothing happens; Foundation's raises an exception, which ends the
    /// program.
    open func endUndoGrouping() {
        guard groupingLevel > 0, !hasEventGroup else { return }
        close()
    }

    /// Closes the group that was opened by itself, if there is one.
    func endEvent() {
        if !hasEventGroup { return }
        hasEventGroup = false
        close()
    }

    private func close() {
        post(.NSUndoManagerCheckpoint)
        post(.NSUndoManagerWillCloseUndoGroup)
        groupingLevel -= 1
        if groupingLevel == 0 {
            if !open.actions.isEmpty {
                if isUndoing { redoStack.append(open) } else { undoStack.append(open) }
                trim()
            }
            open = Group()
        }
        post(.NSUndoManagerDidCloseUndoGroup)
    }

    private func trim() {
        if levelsOfUndo <= 0 { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    // MARK: - Registering

    /// Registers how to undo something. While actions are undone, it says how to redo it.
    ///
    /// - Parameters:
    ///   - target: What the action changes. It is not retained, and nothing is done when it is gone.
    ///   - handler: The action, which should register its own opposite.
    open func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType,
        handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        if groupingLevel == 0 {
            groupingLevel = 1
            hasEventGroup = true
            post(.NSUndoManagerDidOpenUndoGroup)
        }
        open.actions.append(Action(target: target) { ($0 as? TargetType).map(handler) })
        if !isUndoing, !isRedoing { redoStack = [] }
    }

    /// Whether actions are registered.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }

    /// Has actions ignored until ``enableUndoRegistration()``. Calls may be nested.
    open func disableUndoRegistration() { disabled += 1 }

    /// Reverts a call of ``disableUndoRegistration()``. Without one, nothing happens.
    open func enableUndoRegistration() {
        disabled = max(0, disabled - 1)
    }

    /// Forgets all actions, and enables registration. Groups that were opened stay open.
    open func removeAllActions() {
        (undoStack, redoStack, open.actions, disabled) = ([], [], [], 0)
        endEvent()
    }

    /// Forgets the actions of a target.
    open func removeAllActions(withTarget target: Any) {
        let target = target as AnyObject
        func without(_ group: Group) -> Group {
            var group = group
            group.actions.removeAll { $0.target == nil || $0.target === target }
            return group
        }
        open = without(open)
        undoStack = undoStack.map(without).filter { !$0.actions.isEmpty }
        redoStack = redoStack.map(without).filter { !$0.actions.isEmpty }
    }

    // MARK: - Undoing and redoing

    /// Whether there is something to undo.
    open var canUndo: Bool { !undoStack.isEmpty || !open.actions.isEmpty }

    /// Whether there is something to redo.
    open var canRedo: Bool { !redoStack.isEmpty }

    /// Undoes the last group, which it closes if it is the only one that is open. Within nested groups, nothing is undone.
    open func undo() {
        if isUndoing || isRedoing || groupingLevel > 1 { return }
        hasEventGroup = false
        if groupingLevel == 1 { close() }
        undoNestedGroup()
    }

    /// Undoes the last group. While a group is open, nothing is undone.
    open func undoNestedGroup() {
        if isUndoing || isRedoing { return }
        // An observer may have changed something when the last group was closed.
        guard groupingLevel == 0 || hasEventGroup, let group = undoStack.popLast() else { return }
        isUndoing = true
        post(.NSUndoManagerWillUndoChange)
        perform(group)
        isUndoing = false
        post(.NSUndoManagerDidUndoChange)
    }

    /// Redoes the last group that was undone, unless something was registered since. While a group is open, nothing is redone.
    open func redo() {
        if isUndoing || isRedoing { return }
        endEvent()
        guard groupingLevel == 0 || hasEventGroup, let group = redoStack.popLast() else { return }
        isRedoing = true
        post(.NSUndoManagerWillRedoChange)
        perform(group)
        isRedoing = false
        post(.NSUndoManagerDidRedoChange)
    }

    private func perform(_ group: Group) {
        post(.NSUndoManagerCheckpoint)
        // What an observer has changed just now goes with the group.
        hasEventGroup = false
        groupingLevel = 1
        open.name = group.name
        for action in group.actions.reversed() { if let target = action.target { action.perform(target) } }
        close()
    }

    // MARK: - Names

    /// Names the open group, or if there is none, the one that would be undone next.
    open func setActionName(_ actionName: String) {
        if groupingLevel > 0 {
            open.name = actionName
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].name = actionName
        }
    }

    /// The name of what would be undone next; empty if it has none.
    open var undoActionName: String { open.actions.isEmpty ? undoStack.last?.name ?? "" : open.name }

    /// The name of what would be redone next; empty if it has none.
    open var redoActionName: String { redoStack.last?.name ?? "" }

    /// The title of a menu's item that undoes: "Undo", and the action's name.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of a menu's item that redoes: "Redo", and the action's name.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// The title of a menu's item that undoes an action. Override it to translate it.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// The title of a menu's item that redoes an action. Override it to translate it.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension Notification.Name {
    /// Posted by an undo manager before a group is opened or closed.
    public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpointNotification")
    /// Posted by an undo manager after it has opened a group.
    public static let NSUndoManagerDidOpenUndoGroup = Notification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    /// Posted by an undo manager before it closes a group.
    public static let NSUndoManagerWillCloseUndoGroup = Notification.Name("NSUndoManagerWillCloseUndoGroupNotification")
    /// Posted by an undo manager after it has closed a group.
    public static let NSUndoManagerDidCloseUndoGroup = Notification.Name("NSUndoManagerDidCloseUndoGroupNotification")
    /// Posted by an undo manager before it undoes a group.
    public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChangeNotification")
    /// Posted by an undo manager after it has undone a group.
    public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChangeNotification")
    /// Posted by an undo manager before it redoes a group.
    public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChangeNotification")
    /// Posted by an undo manager after it has redone a group.
    public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChangeNotification")
}
#endif
