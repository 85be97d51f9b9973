import ApusDiagnostics
import ApusStore
import ArgumentParser
import Foundation

/// Finds the stores that arguments select.
///
/// Each argument gives a store or a problem. A folder, with the folders in it, is searched for files that are stores;
/// other files, hidden folders and links to folders are skipped.
enum StoreSearch {
    /// A store, or a problem with an argument.
    enum Item {
        /// The path of a file that is taken for a store.
        case store(String)
        /// An argument that selects no store.
        case problem(Problem)

        /// The path for messages.
        var path: String {
            switch self {
            case .store(let path): path
            case .problem(let problem): problem.path
            }
        }

        /// The path of the store.
        ///
        /// - Throws: `CommandFailure` if the item is a problem.
        func store() throws(CommandFailure) -> String {
            switch self {
            case .store(let path): return path
            case .problem(let problem): throw problem.failure
            }
        }
    }

    /// A problem with an argument, found before any store is opened.
    struct Problem {
        let kind: String
        let path: String
        let message: String
        let help: String

        /// The problem as a command failure.
        var failure: CommandFailure {
            CommandFailure(
                [.error(message, at: SourceLocation(file: path), help: [help])],
                kind: kind,
                code: CommandFailure.Codes.store
            )
        }
    }

    /// The stores that arguments select, without duplicates.
    static func items(of arguments: [String]) -> [Item] {
        let named = arguments.flatMap { matches(of: $0) }
        let paths = Set(named.map(\.path))
        var seen: Set<String> = []
        // A shell's `*` finds what belongs to another selected store.
        return named.filter { !StoreCompanion.isCompanion($0.path, ofStore: paths.contains) }.flatMap { expanded($0) }
            .filter { item in
                guard case .store(let path) = item else { return true }
                return seen.insert(URL(fileURLWithPath: path).absoluteURL.resolvingSymlinksInPath().path).inserted
            }
    }

    /// The paths that a pattern matches, or the argument itself if it is not a pattern.
    private static func matches(of argument: String) -> [Item] {
        if argument.isEmpty {
            // Foundation takes an empty path for the current folder.
            return [
                .problem(
                    Problem(
                        kind: "missing",
                        path: "''",
                        message: "the path is empty",
                        help: "check whether a shell variable is empty"
                    )
                )
            ]
        }
        guard PathPattern.isPattern(argument), PathKind(argument) == .nothing else { return [.store(argument)] }
        let paths = PathPattern(argument).matches()
        guard paths.isEmpty else { return paths.map { .store($0) } }
        return [
            .problem(
                Problem(
                    kind: "noMatch",
                    path: argument,
                    message: "nothing matches this pattern",
                    help: "check it: '*' matches a part of a name, '**' matches nested folders"
                )
            )
        ]
    }

    /// The stores in a folder, or the item itself if it is not a folder.
    private static func expanded(_ item: Item) -> [Item] {
        guard case .store(let path) = item, !path.isEmpty, PathKind(path) == .folder else { return [item] }
        let found = stores(in: path)
        guard found.isEmpty else { return found }
        return [
            .problem(
                Problem(
                    kind: "noStores",
                    path: path,
                    message: "there is no store in this folder",
                    help: "give the path of the store itself to see what is wrong with it"
                )
            )
        ]
    }

    private static func stores(in folder: String) -> [Item] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            return [
                .problem(
                    Problem(
                        kind: "noPermission",
                        path: folder,
                        message: "the folder cannot be read",
                        help: "check its permissions"
                    )
                )
            ]
        }
        return names.flatMap { name -> [Item] in
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
            switch PathKind(path) {
            case .folder, .coreData: return name.hasPrefix(".") || isLink ? [] : stores(in: path)
            case .other, .modelFile:
                return Store.isStore(at: storeURL(path)) && !isDraft(name) ? [.store(path)] : []
            case .device, .nothing: return []
            }
        }
    }

    /// Whether a file is a store that is being created.
    private static func isDraft(_ name: String) -> Bool {
        name.contains(/\.new-[0-9A-F-]{36}$/)
    }
}

extension [StoreSearch.Item] {
    /// Separates the copies that `apus migrate --backup` made from the other items. A folder or a pattern finds both,
    /// but copies are not to be migrated. A copy counts as a store if the user gives its path, and either nothing else
    /// or its original is not beside it.
    ///
    /// - Parameter arguments: The user's arguments.
    /// - Returns: The items that are not copies, and the paths of the copies.
    func withoutCopies(named arguments: [String]) -> (rest: [StoreSearch.Item], copies: [String]) {
        var copies: [String] = []
        let rest: [StoreSearch.Item] = filter { item in
            guard case .store(let path) = item, let ending = path.firstMatch(of: /\.before-[^\/]+$/) else {
                return true
            }
            let isBeside = PathKind(String(path[..<ending.range.lowerBound])) != .nothing
            if arguments.contains(path), count == 1 || !isBeside { return true }
            copies.append(path)
            return false
        }
        return (rest, copies)
    }
}
