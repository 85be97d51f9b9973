import ApusDiagnostics
import ApusStore
import ArgumentParser
import Foundation

/// Finds the stores that arguments mean.
///
/// What is named is always answered for, whatever it is. In a folder that is named, and in the folders in it, only
/// stores are looked for, by their own word; other files, hidden folders and links to folders are passed over.
enum StoreSearch {
    /// A store to look at, or why there is none.
    enum Item {
        /// What is taken for a store.
        case store(String)
        /// An argument that means no store.
        case problem(Problem)

        /// The path, as it is shown.
        var path: String {
            switch self {
            case .store(let path): path
            case .problem(let problem): problem.path
            }
        }

        /// The path of the store.
        ///
        /// - Throws: `CommandFailure` where there is none.
        func store() throws(CommandFailure) -> String {
            switch self {
            case .store(let path): return path
            case .problem(let problem): throw problem.failure
            }
        }
    }

    /// What is wrong with an argument, before any store is looked at.
    struct Problem {
        let kind: String
        let path: String
        let message: String
        let help: String

        /// The problem as people read it.
        var failure: CommandFailure {
            CommandFailure(
                [.error(message, at: SourceLocation(file: path), help: [help])],
                kind: kind,
                code: CommandFailure.Codes.store
            )
        }
    }

    /// The stores that arguments mean, each one once.
    static func items(of arguments: [String]) -> [Item] {
        let named: [Item] = arguments.flatMap { matches(of: $0) }
        let paths: Set<String> = Set(named.map(\.path))
        var seen: Set<String> = []
        return named.filter { !isCompanion($0.path, of: paths) }.flatMap { expanded($0) }.filter { item in
            guard case .store(let path) = item else { return true }
            return seen.insert(URL(fileURLWithPath: path).absoluteURL.resolvingSymlinksInPath().path).inserted
        }
    }

    /// What a pattern matches; any other argument as it is.
    private static func matches(of argument: String) -> [Item] {
        if argument.isEmpty {
            // To Foundation this would be the current folder.
            return [
                .problem(
                    Problem(
                        kind: "missing",
                        path: "''",
                        message: "this is no path",
                        help: "look whether a variable of the shell is empty"
                    )
                )
            ]
        }
        guard PathPattern.isPattern(argument), PathKind(argument) == .nothing else { return [.store(argument)] }
        let paths: [String] = PathPattern(argument).matches()
        guard paths.isEmpty else { return paths.map { .store($0) } }
        return [
            .problem(
                Problem(
                    kind: "noMatch",
                    path: argument,
                    message: "nothing matches this pattern",
                    help: "check it: '*' stands for a part of a name, '**' for folders in folders"
                )
            )
        ]
    }

    /// Whether a file belongs to a store that is meant as well, as a shell's `*` finds it.
    private static func isCompanion(_ path: String, of paths: Set<String>) -> Bool {
        ["-wal", "-shm", "-journal", "-files"].contains { suffix in
            path.hasSuffix(suffix) && paths.contains(String(path.dropLast(suffix.count)))
        }
    }

    /// The stores in a folder; what is no folder as it is.
    private static func expanded(_ item: Item) -> [Item] {
        guard case .store(let path) = item, !path.isEmpty, PathKind(path) == .folder else { return [item] }
        let found: [Item] = stores(in: path)
        guard found.isEmpty else { return found }
        return [
            .problem(
                Problem(
                    kind: "noStores",
                    path: path,
                    message: "there is no store in this folder",
                    help: "name the store itself, to hear what is wrong with it"
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
                        message: "the folder may not be read",
                        help: "look at its permissions"
                    )
                )
            ]
        }
        return names.flatMap { name -> [Item] in
            let path: String = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let isLink: Bool = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
            switch PathKind(path) {
            case .folder, .coreData: return name.hasPrefix(".") || isLink ? [] : stores(in: path)
            case .other, .modelFile:
                return Store.isStore(at: storeURL(path)) && !isDraft(name) ? [.store(path)] : []
            case .device, .nothing: return []
            }
        }
    }

    /// Whether a file is a store that is just being made.
    private static func isDraft(_ name: String) -> Bool {
        name.contains(/\.new-[0-9A-F-]{36}$/)
    }
}

extension [StoreSearch.Item] {
    /// Those without copies that `apus migrate --backup` made, and these: a folder, a pattern or a shell's `*` finds both,
    /// and who migrates stores does not mean their copies. One is meant that is named where its store is not beside it, or
    /// alone.
    ///
    /// - Parameter arguments: What was named.
    /// - Returns: The stores that are meant, and the paths of the copies.
    func withoutCopies(named arguments: [String]) -> (rest: [StoreSearch.Item], copies: [String]) {
        var copies: [String] = []
        let rest: [StoreSearch.Item] = filter { item in
            guard case .store(let path) = item, let ending = path.firstMatch(of: /\.before-[^\/]+$/) else {
                return true
            }
            let isBeside: Bool = PathKind(String(path[..<ending.range.lowerBound])) != .nothing
            if arguments.contains(path), count == 1 || !isBeside { return true }
            copies.append(path)
            return false
        }
        return (rest, copies)
    }
}
