import Foundation
import GRDB

/// Arguments of a function as one value: SQLite passes at most 127 to a function, and a composite may have more parts.
enum ArgumentGroup {
    private enum Argument: Codable {
        case null, integer(Int64), real(Double), text(String), blob(Data)
    }

    /// The most arguments that are passed one by one, and that are in a group.
    static let size = 100

    private static let name = "apus_arguments"

    /// The groups of some arguments, as SQL; the arguments themselves if there are few.
    static func groups(of arguments: [String]) -> [String] {
        if arguments.count <= size { return arguments }
        return stride(from: 0, to: arguments.count, by: size).map { start in
            "\(name)(\(arguments[start..<min(start + size, arguments.count)].joined(separator: ", ")))"
        }
    }

    /// The number of values that SQLite passes to a function with some arguments.
    static func count(of arguments: Int) -> Int {
        arguments <= size ? arguments : (arguments + size - 1) / size
    }

    /// The function that makes a group.
    static let function = DatabaseFunction(name, pure: true) { values in
        let arguments: [Argument] = values.map { value in
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .blob(bytes)
            }
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return try encoder.encode(arguments)
    }

    /// The arguments in some groups.
    static func arguments(in groups: [DatabaseValue]) throws -> [DatabaseValue] {
        try groups.flatMap { group in
            try PropertyListDecoder().decode([Argument].self, from: Data.fromDatabaseValue(group) ?? Data()).map {
                switch $0 {
                case .null: .null
                case .integer(let number): number.databaseValue
                case .real(let number): number.databaseValue
                case .text(let text): text.databaseValue
                case .blob(let bytes): bytes.databaseValue
                }
            }
        }
    }
}
