import ApusEncryption
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

/// The options that give a command the keys of encrypted attributes.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "The file with a key of encrypted attributes: 32 bytes, also as Base64 or in hexadecimal digits.",
            discussion:
                "Without --key, the key is read from the environment variable APUS_KEY_NAME. Repeat --key with the same name "
                + "to add older keys, which some values may still be encrypted with.",
            valueName: "name=file"
        ),
        completion: .file()
    )
    var files: [String] = []

    func validate() throws {
        for argument in files where Self.parts(of: argument) == nil {
            throw ValidationError("--key needs a name and a file, such as notes=notes.key, not '\(argument)'")
        }
    }

    /// The keys.
    var keys: StoreKeys {
        let all = files.compactMap(Self.parts)
        let byName = Dictionary(grouping: all, by: \.name).mapValues { $0.map { URL(fileURLWithPath: $0.file) } }
        return StoreKeys(KeyProviders([KeyFiles(byName), KeyEnvironment()]))
    }

    private static func parts(of argument: String) -> (name: String, file: String)? {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 && parts[0].isKeyName ? (parts[0], parts[1]) : nil
    }
}
