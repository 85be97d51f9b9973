import ApusFuzzing
import Foundation

/// libFuzzer's driver, which `-sanitize=fuzzer` links.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// `apus-fuzz TARGET CORPUS|INPUT [ARGUMENTS OF LIBFUZZER]`: attacks a target with inputs that reach new code, or with one
/// input. `Scripts/fuzz` builds and runs it. Without arguments it prints the targets.
///
/// The entry point is Swift's, so that libFuzzer's own `main` is not linked.
@main struct ApusFuzz {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { return print(FuzzTarget.all.map(\.name).joined(separator: "\n")) }
        guard let chosen = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
            fatalError("there is no target '\(arguments[1])'")
        }
        target = chosen
        exit(drive([arguments[0]] + (try corpus(of: chosen, at: arguments[2])) + arguments.dropFirst(3)))
    }

    /// libFuzzer's arguments for a corpus, to which the target's seeds are added; or for one input, which is tried alone.
    private static func corpus(of target: FuzzTarget, at path: String) throws -> [String] {
        var isFolder: ObjCBool = true
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return [path] }
        let folder = URL(filePath: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(index)"))
        }
        if target.tokens.isEmpty { return [path] }
        let words = folder.deletingLastPathComponent().appending(path: "\(target.name).dict")
        try dictionary(target.tokens).write(to: words, atomically: true, encoding: .utf8)
        return [path, "-dict=\(words.path)"]
    }

    /// Tokens in libFuzzer's format.
    private static func dictionary(_ tokens: [String]) -> String {
        tokens.map { token in
            let bytes = token.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            return "\"\(bytes.joined())\"\n"
        }.joined()
    }

    private static func drive(_ arguments: [String]) -> CInt {
        var count = CInt(arguments.count)
        // They live until the process ends.
        var pointer = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { pointer[index] = strdup(argument) }
        pointer[arguments.count] = nil
        return runFuzzer(&count, &pointer, attack)
    }
}

/// The target that is attacked.
nonisolated(unsafe) private var target: FuzzTarget?

/// Attacks the target with an input. A broken law ends the process, so that libFuzzer keeps the input.
private func attack(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do { try target?.run(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch {
        print("broken law: \(error)")
        fflush(nil)
        abort()
    }
    return 0
}
