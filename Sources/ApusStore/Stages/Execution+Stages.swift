import ApusDiagnostics
import ApusMigration
import ApusSchema
import GRDB

extension MigrationCode {
    /// The code that runs before a pass; `nil` if there is none.
    func first(before pass: TablePass) -> (any StageCode)? {
        pass.swift.flatMap(stage).flatMap { $0.runsBefore ? $0 : nil }
    }
}

// Code in Swift runs within the migration's transaction, before and after the pass of its stage. No trigger fires meanwhile:
// what the store computes is computed afterwards, and what its rules say is checked.

extension Execution {
    /// Runs the code of a pass that comes before it.
    ///
    /// - Returns: Whether there was any.
    mutating func runCode(before pass: TablePass) throws -> Bool {
        guard let declaration = pass.swift, let code = values.code.first(before: pass) else { return false }
        let older = store(pass.states.source, pass.source)
        _ = try run(declaration, isBefore: true, on: pass.states.source) { work in
            if let older { try code.runBefore(older, work) }
        }
        return true
    }

    /// Copies the tables of the older version, if code runs after a pass.
    ///
    /// - Returns: The copies; `nil` if no code runs.
    mutating func copyOlderTables(of pass: TablePass) throws -> OlderTables? {
        guard let code = pass.swift.flatMap(values.code.stage), code.runsAfter else { return nil }
        var copies = OlderTables(pass.source)
        if pass.afterCode != nil {
            var checks = AssertionChecks(pass, values)
            copies.assertedValues = try checks.olderValues(in: db)
        }
        try perform(copies.statements.map { .copyForSwift($0) })
        return copies
    }

    /// Runs the code of a pass that comes after it.
    mutating func runCode(after pass: TablePass, over copies: OlderTables, isLast: Bool) throws {
        guard let declaration = pass.swift, let code = values.code.stage(declaration) else { return }
        let older = store(pass.states.source, copies.layout)
        let newer = store(pass.states.target, pass.target)
        let sources = pass.projection.sourcesWithIdentities
        let associations = try StageAssociations(db)
        let found = try run(
            declaration,
            isBefore: false,
            on: pass.states.target,
            (sources: sources, associations: associations)
        ) { work in
            if let older, let newer { try code.runAfter(older, newer, work) }
        }
        rowsWritten -= associations.rowsWritten
        try checkAssertions(of: pass, copies.assertedValues)
        try perform((copies.dropStatements + associations.dropStatements).map { .copyForSwift($0) })
        if isLast { brokenRules = found }
    }

    /// The store of a version for code; `nil` if none is to be run.
    private func store(_ state: StoreState, _ layout: Layout) -> Store? {
        queue.map { queue in
            Store(
                borrowing: queue,
                path: path,
                schema: state.schema,
                layout: layout,
                files: values.files,
                keys: values.keys
            )
        }
    }

    /// Runs code that writes a version, computes what the store computes, and checks the result.
    ///
    /// - Returns: The values that the version does not allow. Rows had them before: that is no fault of the code.
    private mutating func run(
        _ declaration: SwiftStage,
        isBefore: Bool,
        on state: StoreState,
        _ identities: Identities = ([:], nil),
        _ body: (StageWork) throws -> Void
    ) throws -> [Verification.BadValues] {
        try perform(state.layout.rTreeDrops(in: LiveCatalogue(db)))
        let before = try badValues(state)
        // The values are unique only when all are computed, which follows the code: meanwhile, objects have those of before, or
        // none, and may have taken those of others.
        let indexes = state.layout.uniqueDerivedIndexes(in: try LiveCatalogue(db))
        try perform(indexes.map { .dropIndex($0.name) })
        try perform(.runSwift(declaration, isBefore: isBefore))
        let count = db.totalChangesCount
        try reportingFailures(of: declaration, work(declaration, identities), body)
        rowsWritten += db.totalChangesCount - count
        try perform(state.layout.derivationSteps(now: SQLStatement("?", [values.moment])))
        let after = try badValues(state)
        let known = Dictionary(before.map { ($0.kind, $0.count) }) { first, _ in first }
        if let worse = after.first(where: { $0.count > known[$0.kind] ?? 0 }) {
            throw StoreError(path, .stage(declaration, object: nil, message: worse.text))
        }
        try perform(indexes.map { .createIndex($0.name, $0.statement) })
        return after
    }

    /// What code knows of the identities of objects: see ``StageWork``.
    private typealias Identities = (sources: [String: Set<String>], associations: StageAssociations?)

    /// Checks what the mapping asserts of the objects after the stage, which its code has made or changed.
    private func checkAssertions(of pass: TablePass, _ older: AssertionChecks.Values) throws {
        // Without rows, there is nothing that could be asserted of.
        guard queue != nil, let later = pass.afterCode else { return }
        var checks = AssertionChecks(TablePass(later), values, knowing: older)
        let failed = try checks.failures(in: db)
        guard failed.isEmpty else { throw StoreError(path, .failedAssertions(failed)) }
    }

    /// Throws if code has made objects that belong to another store of the container, which could not be opened then.
    func checkRoots() throws {
        guard let roots = values.code.roots, let code = plan.swift.last else { return }
        for table in plan.target.layout.tables {
            guard case .hierarchy(let root) = table.origin, !roots.contains(root), try count(table.name) > 0 else {
                continue
            }
            throw StoreError(path, .stage(code, object: nil, message: "objects of '\(root)' belong to another store"))
        }
    }

    private func badValues(_ state: StoreState) throws -> [Verification.BadValues] {
        try ValueVerifier(state: state, files: FileStates(values.files)).badValues([], LiveCatalogue(db), db)
    }

    private func work(_ declaration: SwiftStage, _ identities: Identities) -> StageWork {
        let (path, isCancelled, progress) = (path, isCancelled, progress)
        let title = MigrationStep.runSwift(declaration, isBefore: false).title
        return StageWork(
            sources: identities.sources,
            associations: identities.associations,
            report: { done, count in
                progress(MigrationProgress(title: title, stepsDone: 0, steps: 1, rowsDone: done, rows: count))
            },
            checkCancellation: { if isCancelled() { throw StoreError(path, .cancelled) } }
        )
    }

    /// Runs code, and says whose error it threw.
    private func reportingFailures(
        of declaration: SwiftStage,
        _ work: StageWork,
        _ body: (StageWork) throws -> Void
    ) throws {
        var object: String?
        var message = "SQLite has rolled back after an error, which the code has caught"
        do {
            work.report(0, 0)
            try body(work)
            // SQLite rolls back by itself after some errors, and then the code has run outside of the transaction.
            if db.isInsideTransaction { return }
        } catch {
            let failure = error as? StageFailure
            let cause = failure?.error ?? error
            try work.checkCancellation()
            if let error = cause as? StoreError { throw error.about(failure?.object) }
            object = failure?.object
            let explained = (cause as? any ExplainedError)?.diagnostics.map(\.message).joined(separator: "; ")
            message = (failure?.hook.map { "\($0): " } ?? "") + (explained ?? "\(cause)".shown)
        }
        try work.checkCancellation()
        throw StoreError(path, .stage(declaration, object: object, message: message))
    }
}

extension StoreError {
    /// The error of damaged pages with the object whose row is on them; other errors as they are.
    fileprivate func about(_ object: String?) -> StoreError {
        guard case .damaged(let message) = reason, let object else { return self }
        return StoreError(path, .damaged("\(object): \(message)"))
    }
}

extension Layout {
    /// The unique indexes over derived attributes, by their current names, and the statements that create them.
    fileprivate func uniqueDerivedIndexes(in live: LiveCatalogue) -> [(name: String, statement: SQLStatement)] {
        tables.flatMap { table in
            let derived = Set(table.derivations.map(\.column))
            return table.indexes.filter { $0.isUnique && !derived.isDisjoint(with: $0.columns) }.compactMap { index in
                live.table(table.name)?.index(like: index, of: table).map {
                    (name: $0.name, statement: table.createStatement(of: index, named: $0.name))
                }
            }
        }
    }
}

extension Verification.BadValues {
    fileprivate struct Kind: Hashable {
        let table: String
        let column: String
        let problem: String
    }

    fileprivate var kind: Kind { Kind(table: table, column: column, problem: problem) }

    /// The values and what is wrong with them.
    fileprivate var text: String {
        "\(count) value\(count == 1 ? "" : "s") of '\(table).\(column)' \(count == 1 ? "is" : "are") \(problem): _id "
            + rows.joined(separator: ", ") + (count > rows.count ? " …" : "")
    }
}
