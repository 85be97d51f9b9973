package import ApusDiagnostics
import ApusFiles
import ApusMigration
package import ApusSchema
import Foundation

extension Project {
    /// The result of retiring versions.
    package struct Retired: Sendable {
        /// The versions that were retired, oldest first. Empty if all of them had been.
        package let versions: [Schema.Version]
        /// The versions that are no longer retired, oldest first.
        package let restored: [Schema.Version]
        /// The files that were removed, as messages show them.
        package let removed: [String]
        /// Whether any file was changed: the name of the release alone may be.
        package let isChanged: Bool
        /// The releases of the app that open a store of the newest of the retired versions.
        package let releases: [AppRelease]
        /// Warnings about files that were kept, and about what cannot be undone.
        package let findings: [Diagnostic]
    }

    /// Retires a model's versions before a version: removes their schemas, the mappings from and to them and the cases that
    /// start at them, and marks their lines in the lock.
    ///
    /// If the version is retired itself, it and the later ones are no longer retired. Their files must have been restored.
    ///
    /// The lock is written first, so that a project in which this was interrupted is read as if it had succeeded; calling
    /// this again removes what is left. If a file cannot be removed, all changes are undone.
    ///
    /// - Parameters:
    ///   - model: The model, as just loaded.
    ///   - version: The oldest version that is kept.
    ///   - release: The last release of the app that can open stores of the older versions.
    ///   - isDryRun: Whether nothing is written.
    /// - Returns: The changes.
    /// - Throws: `PlanningError` if there is no such version; `DiagnosticsError` if a file was edited after it was frozen, is
    ///   not in version control, or cannot be removed.
    package func retire(
        _ model: ProjectModel,
        before version: Schema.Version,
        release: String? = nil,
        isDryRun: Bool = false
    ) throws -> Retired {
        let lines: [LockFile.Line] = model.contents.lock.lines
        guard let history = try checkAll(model.files), let start = lines.firstIndex(where: { $0.version == version })
        else {
            throw PlanningError.missing(version, from: model.history ?? History(model: model.name, entries: []))
        }
        let lock = LockFile(lines: lines).retired(before: start, release: release)
        let versions = lock.retired.map(\.version).filter { !history.isRetired($0) }
        let restored = lock.current.map(\.version).filter(history.isRetired)
        try checkClasses(of: versions)
        var findings = DiagnosticCollector()
        // What was restored is not removed with the same command.
        let files = restored.isEmpty ? self.files(of: model, lock.retiredFiles, into: &findings) : []
        try findings.throwIfErrors()
        if let warning = try checkCommitted(files) { findings.add(warning) }
        let after = try checkAll(model.files.retired(by: lock), restoring: restored)
        let isChanged = lock != model.contents.lock
        if !isDryRun { try write(isChanged ? lock : nil, removing: files, of: model) }
        return Retired(
            versions: versions,
            restored: restored,
            removed: files.map(disk.shown),
            isChanged: isChanged || !files.isEmpty,
            releases: lock.retired.last.flatMap { after?.releases(opening: $0.version) } ?? [],
            findings: findings.diagnostics
        )
    }

    /// Reads all files and compares them with the lock, so that nothing is removed or brought back that was edited.
    @discardableResult
    private func checkAll(_ files: HistoryFiles, restoring versions: [Schema.Version] = []) throws -> History? {
        let contents = files.read()
        var check = LockCheck(files, contents)
        let errors = (contents.diagnostics + check.check()).filter { $0.severity == .error }
        if errors.isEmpty { return contents.history }
        guard let oldest = versions.first else { throw DiagnosticsError(errors) }
        throw DiagnosticsError(
            [.error("version \(oldest) is already retired, and cannot be brought back without its files")] + errors
        )
    }

    /// Refuses to retire a version that has classes.
    private func checkClasses(of versions: [Schema.Version]) throws {
        guard case .some(let chosen) = settings.versions, let wanted = chosen.first(where: versions.contains) else {
            return
        }
        throw DiagnosticsError(
            .error(
                "classes of version \(wanted) are generated",
                at: SourceLocation(file: disk.shown(folder.appending(path: ProjectFile.name))),
                help: ["remove it from 'versions' there first"]
            )
        )
    }

    /// The files of retired versions.
    private func files(
        of model: ProjectModel,
        _ retired: RetiredFiles,
        into findings: inout DiagnosticCollector
    ) -> [URL] {
        let versions = model.files.versions.filter(retired.contain).map {
            model.folder.appending(path: "versions").appending(path: $0.name)
        }
        let mappings = model.files.mappings.filter(retired.contain).map { model.migrations.appending(path: $0.name) }
        let tests = model.migrations.appending(path: Self.testsFolder)
        let cases = self.files(in: tests, .cases, into: &findings).filter { file in
            if let from = CaseFile.origin(of: file) { return retired.versions.contains(from) }
            findings.warning(
                "the case does not say from which version it starts, so it was kept",
                at: SourceLocation(file: file.path),
                help: ["remove it if it is about a retired version"]
            )
            return false
        }
        return versions + mappings + cases.map { tests.appending(path: $0.name) }
    }

    /// Refuses to remove a file that git could not bring back. Returns a warning if there is no git repository.
    private func checkCommitted(_ files: [URL]) throws -> Diagnostic? {
        if files.isEmpty { return nil }
        let repository: GitRepository
        do throws(GitError) {
            repository = try GitRepository(of: folder)
        } catch {
            return .warning(
                "there is no git repository, so nothing can bring the removed files back",
                help: ["keep a copy of them: without them, no store of a retired version can be opened again"]
            )
        }
        let changed = try repository.uncommitted(files)
        if changed.isEmpty { return nil }
        throw DiagnosticsError(
            changed.map { file in
                .error(
                    "the file would be removed, but is not committed as it is",
                    at: SourceLocation(file: disk.shown(file)),
                    help: ["commit it first, so that the version can be brought back; or undo the change"]
                )
            }
        )
    }

    private func write(_ lock: LockFile?, removing files: [URL], of model: ProjectModel) throws {
        var change = FileChange(disk: disk)
        do {
            if let lock { try change.replace(model.lock, lock.write()) }
            for file in files { try change.remove(file) }
        } catch {
            change.undo()
            throw error
        }
    }
}

extension LockFile {
    /// The lock in which the lines before an index are retired, and no others.
    ///
    /// - Parameters:
    ///   - start: The index of the oldest version that is kept.
    ///   - release: The release that can open the stores of those that are retired now. If there are none, it is the one for
    ///     those that were retired last.
    /// - Returns: The lock.
    fileprivate func retired(before start: Int, release: String?) -> LockFile {
        guard let newest = lines.last?.version else { return self }
        let isRepeated = start == retired.count
        let now = isRepeated ? retired.last?.retirement?.newest : newest
        return LockFile(
            lines: lines.enumerated().map { index, line in
                var line = line
                if index >= start {
                    line.retirement = nil
                } else if line.retirement == nil {
                    line.retirement = History.Retirement(newest: newest, release: release)
                } else if let release, let now, line.retirement?.newest == now,
                    isRepeated || line.retirement?.release == nil
                {
                    line.retirement = History.Retirement(newest: now, release: release)
                }
                return line
            }
        )
    }
}

extension HistoryFiles {
    /// The files that are left when others are retired.
    fileprivate func retired(by lock: LockFile) -> HistoryFiles {
        let retired = lock.retiredFiles
        return HistoryFiles(
            model: model,
            folder: folder,
            heads: heads,
            versions: versions.filter { !retired.contain($0) },
            lock: self.lock.map { SourceFile(path: $0.path, text: lock.write()) },
            mappings: mappings.filter { !retired.contain($0) },
            data: data
        )
    }
}
