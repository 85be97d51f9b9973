public import ApusStore
public import Foundation

extension ModelContainer {
    /// Loads the rows of a file, CSV or JSON, in one transaction, as `apus load` does.
    ///
    /// Every row that breaks a rule of the model is counted, with its line and column, and nothing is loaded then. If the task is
    /// cancelled, nothing is loaded, and the error is `CancellationError`. Contexts read their objects again afterwards, and the
    /// history has the author `apus.load`.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - type: The class of rows that do not give an `_entity`.
    ///   - file: The form of the file; `nil` for that of its name.
    ///   - identifying: The properties by which the object of a row is found, which is changed then.
    ///   - progress: Called from time to time with the number of rows, on another thread.
    /// - Returns: What was loaded.
    /// - Throws: `RowLoadError` if rows cannot be loaded, or the file cannot be read; ``ModelError/readOnly``; `StoreError`. Nothing is
    ///   loaded then.
    @discardableResult
    public func load(
        _ url: URL,
        of type: any PersistentModel.Type,
        as file: RowFile? = nil,
        identifying: [String] = [],
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> RowTransfer.Report {
        let coordinator = coordinator
        guard let table = coordinator.table(of: type) else { throw ModelError.unknownClass("\(type)") }
        let (store, entity) = (coordinator.stores[table.store], table.entity.name)
        guard store.configuration.allowsSave else { throw ModelError.readOnly }
        let form = file ?? RowFile(named: url.lastPathComponent) ?? RowFile(.csv)
        let report = try await Self.onThread { cancellation in
            guard url.isFileURL else { throw RowLoadError.unreadable(url.lastPathComponent) }
            let handle = try RowFile.open(url.absoluteURL.path, named: url.lastPathComponent)
            defer { try? handle.close() }
            let bytes = FileBytes(handle) { cancellation.isCancelled }
            return try store.load(bytes, entity, form, url.lastPathComponent, identifying) {
                if cancellation.isCancelled { throw CancellationError() }
                progress($0)
            }
        }
        // A million identifiers would take longer than reading again what is in use.
        coordinator.observers.post(.byOtherProcess, from: nil)
        coordinator.live.noteAnything(isEverythingUpdated: true)
        return report
    }

    /// Writes the rows of a class, and of its subclasses, to a file in a form that ``load(_:of:as:identifying:progress:)`` reads.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - url: The file, which is replaced when all rows are written. A folder, a pipe, a device or a file
    ///     of one of the container's stores is not. Until then, only its owner can read it.
    ///   - file: The form of the file; `nil` for that of its name.
    ///   - progress: Called from time to time with the number of rows, on another thread.
    /// - Returns: The number of rows.
    /// - Throws: `StoreError` if the store cannot be read, or has a value that the model does not allow; an error of writing;
    ///   `CancellationError`. The file stays as it was.
    @discardableResult
    public func dump(
        _ type: any PersistentModel.Type,
        to url: URL,
        as file: RowFile? = nil,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> Int {
        let coordinator = coordinator
        guard let table = coordinator.table(of: type) else { throw ModelError.unknownClass("\(type)") }
        let (store, entity) = (coordinator.stores[table.store], table.entity.name)
        let form = file ?? RowFile(named: url.lastPathComponent) ?? RowFile(.csv)
        return try await Self.onThread { cancellation in
            let target = url.absoluteURL.resolvingSymlinksInPath()
            // What is in a store would be lost, whichever of the container's it is.
            if coordinator.stores.contains(where: { $0.file.owns(target) }) {
                throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: target.path])
            }
            let replacement = try FileReplacement(of: target)
            defer { replacement.discard() }
            let count: Int
            // An error of writing is not an error of the store.
            var failure: (any Error)?
            do {
                count = try store.dump(entity, form) { rows in
                    if cancellation.isCancelled {
                        failure = CancellationError()
                        throw CancellationError()
                    }
                    progress(rows)
                } write: { text in
                    do {
                        if cancellation.isCancelled { throw CancellationError() }
                        try replacement.write(text)
                    } catch {
                        failure = error
                        throw error
                    }
                }
            } catch {
                throw failure ?? error
            }
            try replacement.commit()
            return count
        }
    }
}

extension PersistentStore {
    fileprivate func load(
        _ bytes: FileBytes,
        _ entity: String,
        _ form: RowFile,
        _ name: String,
        _ identifying: [String],
        progress: (Int) throws -> Void
    ) throws -> RowTransfer.Report {
        if file.isBorrowed { throw ModelError.containerClosed }
        return try file.wrappingErrors {
            let changes = FileChanges(file)
            let loader = try write(author: "apus.load", context: nil) { access in
                let options = RowLoader.Options(entity: entity, keys: identifying, file: name, limit: 100)
                var loader = RowLoader(
                    access.database,
                    file.schema,
                    file.layout,
                    files: file.files,
                    keys: file.keys,
                    options
                )
                do {
                    _ = try form.load(bytes, with: &loader, progress: progress)
                } catch {
                    file.files?.remove(loader.written)
                    throw error
                }
                return loader
            } undo: {
                file.files?.remove($0.written)
            }
            for name in loader.obsolete { changes.drop(name) }
            changes.settle()
            return RowTransfer.Report(loader.report)
        }
    }

    fileprivate func dump(
        _ entity: String,
        _ form: RowFile,
        progress: (Int) throws -> Void,
        write: (String) throws -> Void
    ) throws -> Int {
        guard let found = file.schema.entity(entity) else { return 0 }
        return try file.wrappingErrors {
            try connections.readAsGuest { database in
                let dumper = RowDumper(found, file.schema, file.layout, form, files: file.files, path: file.path)
                if form.format == .json { try write("[") }
                let count = try dumper.dump(database, isFirst: true, write, progress: progress)
                if form.format == .json { try write(count == 0 ? "]\n" : "\n]\n") }
                return count
            }
        }
    }
}
