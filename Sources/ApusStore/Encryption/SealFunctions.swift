package import ApusSchema
import Foundation
package import GRDB

/// SQL's functions that encrypt and decrypt the values of columns, on the connections of Apus that have keys.
package enum SealFunctions {
    private static let open = "apus_open"
    private static let seal = "apus_seal"
    private static let failure = "apus_seal_failure"
    private static let contents = "apus_sealed_file"
    private static let contentsIfAny = "apus_sealed_file_if_any"
    private static let lookup = "apus_lookup"
    private static let lookupOfForm = "apus_lookup_of_form"
    private static let lookupSecret = "apus_lookup_secret"

    /// Adds the functions to a connection. Without keys, they fail for every value but null.
    ///
    /// - Parameters:
    ///   - db: The connection.
    ///   - keys: The keys.
    ///   - files: The external files, some of which have encrypted values.
    package static func add(to db: Database, _ keys: StoreKeys?, _ files: ExternalFiles?) {
        for (name, isLenient) in [(contents, false), (contentsIfAny, true)] {
            db.add(
                // A file is never changed.
                function: DatabaseFunction(name, argumentCount: 1, pure: true) { arguments in
                    guard case .string(let file) = arguments[0].storage else { return arguments[0] }
                    do throws(ExternalFileError) {
                        guard let files else { throw .missing(file) }
                        return try files.read(file, limit: ExternalFiles.maximum)
                    } catch {
                        if isLenient, error.isAboutFile { return nil }
                        throw error.databaseError
                    }
                }
            )
        }
        let texts = TextBytes(db)
        db.add(
            function: DatabaseFunction(open, argumentCount: 5, pure: true) { arguments in
                let call = Call(arguments)
                do throws(SealingError) {
                    return texts.result(try call.opened(keys))
                } catch { throw call.databaseError(error) }
            }
        )
        db.add(
            function: DatabaseFunction(failure, argumentCount: 5, pure: true) { arguments in
                do throws(SealingError) {
                    _ = try Call(arguments).opened(keys)
                    return nil
                } catch { return error.reason }
            }
        )
        db.add(
            // Each encrypted value is another one, also of equal values.
            function: DatabaseFunction(seal, argumentCount: 5, pure: false) { arguments in
                let call = Call(arguments)
                do throws(SealingError) {
                    return texts.result(try call.sealed(texts, keys))
                } catch { throw call.databaseError(error) }
            }
        )
        let secrets = LookupSecrets()
        db.add(
            function: DatabaseFunction(lookup, argumentCount: 6, pure: true) { arguments in
                let call = LookupCall(arguments)
                do throws(SealingError) {
                    return texts.result(try call.lookup(texts, secrets, keys))
                } catch { throw call.databaseError(error) }
            }
        )
        db.add(
            function: DatabaseFunction(lookupOfForm, argumentCount: 5, pure: true) { arguments in
                let call = LookupCall(arguments)
                do throws(SealingError) {
                    return texts.result(try call.lookupOfForm(secrets, keys))
                } catch { throw call.databaseError(error) }
            }
        )
        db.add(
            function: DatabaseFunction(lookupSecret, argumentCount: 2, pure: false) { arguments in
                let call = LookupCall(arguments)
                do throws(SealingError) {
                    return try LookupSecret.random().sealed(for: call.model, call.seal.key, keys)
                } catch {
                    // It is about the key, and no value.
                    let message = "apus: the lookups of '\(call.model)' are \(error.reason)"
                    throw DatabaseError(resultCode: .sealedValue, message: message)
                }
            }
        )
    }

    /// The lookup of a value, as SQL; null for null.
    ///
    /// - Parameters:
    ///   - column: What the values are.
    ///   - value: The value without encryption.
    /// - Returns: The lookup.
    package static func lookup(_ column: ApusSchema.Column.Lookup, _ value: SQLStatement) -> SQLStatement {
        // GRDB passes a text only up to its first NUL, and bytes completely.
        let plain = column.storage == .text ? "CAST(\(value.sql) AS BLOB)" : value.sql
        let constants = [column.model, column.seal.key, column.seal.subject, column.storage.rawValue]
            .map(SQLText.quoted).joined(separator: ", ")
        return SQLStatement(
            "\(lookup)(\(constants), \(LookupSecret.stored(for: column)), \(plain))",
            value.arguments
        )
    }

    /// The lookup of a given value, as SQL. A statement computes it once, and not for each row that it compares it with.
    package static func lookupOnce(_ column: ApusSchema.Column.Lookup, _ value: SQLStatement) -> SQLStatement {
        let lookup = lookup(column, value)
        return SQLStatement("(SELECT \(lookup.sql))", lookup.arguments)
    }

    /// The lookups of many given values, as the right side of `IN`, without its parentheses. They are one parameter.
    ///
    /// - Parameters:
    ///   - column: What the values are.
    ///   - values: The values; none is null.
    ///   - parameter: Returns the SQL of a parameter.
    /// - Returns: The query.
    package static func lookups(
        _ column: ApusSchema.Column.Lookup,
        of values: [StoredValue],
        parameter: (StoredValue) -> String
    ) -> SQLStatement {
        // JSON neither has bytes, nor keeps each number.
        let forms = values.compactMap { LookupSecret.form(of: plain($0, column.storage)) }
            .map { "\"\($0.base64EncodedString())\"" }
        let constants = [column.model, column.seal.key, column.seal.subject].map(SQLText.quoted).joined(separator: ", ")
        let list = parameter(.text("[\(forms.joined(separator: ","))]"))
        return SQLStatement(
            "SELECT \(lookupOfForm)(\(constants), \(LookupSecret.stored(for: column)), value) FROM json_each(\(list))"
        )
    }

    /// A new secret of the lookups of a model and a key, as a store keeps it, as SQL.
    static func newLookupSecret(_ model: String, _ key: String) -> String {
        "\(lookupSecret)(\(SQLText.quoted(model)), \(SQLText.quoted(key)))"
    }

    /// Adds the functions to a connection outside of a transaction. If values are encrypted, what SQLite would write to temporary files
    /// is in memory, because sorting writes decrypted values. That cannot change any more within a transaction.
    ///
    /// - Parameters:
    ///   - db: The connection.
    ///   - keys: The keys.
    ///   - files: The external files.
    ///   - isSecret: Whether values are encrypted; `nil` if the connection is to a store, which says so itself.
    /// - Throws: `DatabaseError`.
    static func prepare(
        _ db: Database,
        _ keys: StoreKeys?,
        _ files: ExternalFiles?,
        isSecret: Bool? = nil
    ) throws {
        add(to: db, keys, files)
        if isSecret ?? encryptsValues(db) { try db.execute(sql: "PRAGMA temp_store = MEMORY") }
    }

    /// Whether a store encrypts values; false if it is none.
    static func encryptsValues(_ db: Database) -> Bool {
        // The schema is in canonical JSON.
        let sql = "SELECT EXISTS (SELECT 1 FROM apus_model WHERE instr(schema, '\"encrypted\":') > 0)"
        return (try? Bool.fetchOne(db, sql: sql)) == true
    }

    /// A column's value, decrypted, as SQL.
    ///
    /// - Parameters:
    ///   - seal: The column's encryption.
    ///   - type: The type of the values.
    ///   - value: The column, as SQL.
    ///   - identity: The identity of the row's object, as SQL.
    /// - Returns: The value.
    package static func opened(_ seal: ApusSchema.Column.Seal, _ type: ScalarType, _ value: String, of identity: String)
        -> String
    {
        let call = "\(open)(\(constants(seal, type)), \(identity), \(value))"
        return [.text, .blob].contains(type.storage) ? "CAST(\(call) AS \(type.storage.rawValue))" : call
    }

    /// The encrypted bytes of a value of an external column, as SQL.
    ///
    /// - Parameters:
    ///   - value: The column, as SQL.
    ///   - isLenient: Whether they are null if the file does not exist, which is no fault of its encryption. Otherwise, that is an
    ///     error.
    /// - Returns: The bytes, wherever they are.
    package static func bytes(of value: String, isLenient: Bool = false) -> String {
        "\(isLenient ? contentsIfAny : contents)(\(value))"
    }

    /// A column's value, decrypted, as SQL: of an external column, its bytes, and the name of its file if it is in one.
    ///
    /// - Parameters:
    ///   - seal: The column's encryption.
    ///   - type: The type of the values.
    ///   - value: The column, as SQL.
    ///   - identity: The identity of the row's object, as SQL.
    /// - Returns: The value.
    package static func openedUnlessInFile(
        _ seal: ApusSchema.Column.Seal,
        _ type: ScalarType,
        _ value: String,
        of identity: String
    ) -> String {
        let opened = opened(seal, type, value, of: identity)
        return "CASE typeof(\(value)) WHEN 'text' THEN \(value) ELSE CAST(\(opened) AS BLOB) END"
    }

    /// What is wrong with a column's encrypted value, as SQL; null if it can be read.
    static func failure(_ seal: ApusSchema.Column.Seal, _ type: ScalarType, _ value: String, of identity: String)
        -> String
    {
        "\(failure)(\(constants(seal, type)), \(identity), \(value))"
    }

    /// A value as an encrypted column holds it, as SQL.
    package static func sealed(
        _ seal: ApusSchema.Column.Seal,
        _ type: ScalarType,
        _ value: SQLStatement,
        of identity: SQLStatement
    ) -> SQLStatement {
        // GRDB passes a text only up to its first NUL, and bytes completely.
        let plain = type.storage == .text ? "CAST(\(value.sql) AS BLOB)" : value.sql
        return SQLStatement(
            "\(self.seal)(\(constants(seal, type)), \(identity.sql), \(plain))",
            identity.arguments + value.arguments
        )
    }

    private static func constants(_ seal: ApusSchema.Column.Seal, _ type: ScalarType) -> String {
        [seal.key, seal.subject, type.storage.rawValue].map(SQLText.quoted).joined(separator: ", ")
    }

    /// A value as a column without encryption holds it, which converts numbers to its class.
    private static func plain(_ value: DatabaseValue, _ storage: StorageType, _ texts: TextBytes) -> StoredValue {
        let plain = StoredValue.fromDatabaseValue(value) ?? .null
        if case (.blob(let bytes), .text) = (plain, storage) { return .text(texts.text(bytes)) }
        return Self.plain(plain, storage)
    }

    private static func plain(_ value: StoredValue, _ storage: StorageType) -> StoredValue {
        switch (value, storage) {
        case (.integer(let number), .real): .real(Double(number))
        case (.real(let number), .integer): Int64(exactly: number).map { .integer($0) } ?? value
        default: value
        }
    }

    /// A call of a function of lookups: the model and the key; then the subject, the storage type, the secret and the value.
    private struct LookupCall {
        let model: String
        let seal: ApusSchema.Column.Seal
        private let arguments: [DatabaseValue]

        init(_ arguments: [DatabaseValue]) {
            let text = { (index: Int) in
                arguments.indices.contains(index) ? String.fromDatabaseValue(arguments[index]) ?? "" : ""
            }
            model = text(0)
            seal = ApusSchema.Column.Seal(key: text(1), subject: text(2))
            self.arguments = arguments
        }

        func lookup(_ texts: TextBytes, _ secrets: LookupSecrets, _ keys: StoreKeys?) throws(SealingError)
            -> StoredValue
        {
            if arguments[5].isNull { return .null }
            let storage = StorageType(rawValue: String.fromDatabaseValue(arguments[3]) ?? "") ?? .any
            let secret = try secrets.secret(Data.fromDatabaseValue(arguments[4]), model, seal.key, keys)
            return secret.lookup(of: SealFunctions.plain(arguments[5], storage, texts), seal.subject)
        }

        /// Of a value in ``LookupSecret/form(of:)``, as Base64: the arguments are those of a call without the storage type.
        func lookupOfForm(_ secrets: LookupSecrets, _ keys: StoreKeys?) throws(SealingError) -> StoredValue {
            guard let form = String.fromDatabaseValue(arguments[4]).flatMap({ Data(base64Encoded: $0) }) else {
                return .null
            }
            let secret = try secrets.secret(Data.fromDatabaseValue(arguments[3]), model, seal.key, keys)
            return secret.lookup(ofForm: form, seal.subject)
        }

        func databaseError(_ error: SealingError) -> DatabaseError {
            DatabaseError(resultCode: .sealedValue, message: SealedValueFailure(seal, nil, error).message)
        }
    }

    /// A call of one of the functions.
    private struct Call {
        private let seal: ApusSchema.Column.Seal
        private let storage: StorageType
        private let identity: Int64?
        private let value: DatabaseValue

        init(_ arguments: [DatabaseValue]) {
            let text = { (index: Int) in String.fromDatabaseValue(arguments[index]) ?? "" }
            seal = ApusSchema.Column.Seal(key: text(0), subject: text(1))
            storage = StorageType(rawValue: text(2)) ?? .any
            identity = Int64.fromDatabaseValue(arguments[3])
            value = arguments[4]
        }

        func opened(_ keys: StoreKeys?) throws(SealingError) -> StoredValue {
            if value.isNull { return .null }
            guard let identity else { throw .notAuthentic }
            return try seal.opened(StoredValue.fromDatabaseValue(value) ?? .null, of: identity, as: storage, keys)
        }

        func sealed(_ texts: TextBytes, _ keys: StoreKeys?) throws(SealingError) -> StoredValue {
            if value.isNull { return .null }
            guard let identity else { throw .notAuthentic }
            let plain = SealFunctions.plain(value, storage, texts)
            guard plain.storage == storage else { throw .notSealed }
            return try seal.sealed(plain, of: identity, keys)
        }

        func databaseError(_ error: SealingError) -> DatabaseError {
            DatabaseError(resultCode: .sealedValue, message: SealedValueFailure(seal, identity, error).message)
        }
    }
}

/// A value that a statement could not decrypt or encrypt, as the message of SQLite's error says it.
package struct SealedValueFailure: Hashable, Sendable {
    /// The root entity and the path of the attribute.
    package let root, path: String
    /// The identity of the object; `nil` if the row has none.
    package let identity: Int64?
    /// The reason, to follow "is".
    package let reason: String

    fileprivate init(_ seal: ApusSchema.Column.Seal, _ identity: Int64?, _ error: SealingError) {
        (root, path) = seal.elements
        (self.identity, reason) = (identity, error.reason)
    }

    private static let prefix = "apus: the value of '"

    fileprivate var message: String {
        "\(Self.prefix)\(root)/\(path)' of object \(identity.map(String.init) ?? "?") is \(reason)"
    }

    /// Reads SQLite's error; `nil` if it is about something else.
    package init?(resultCode: ResultCode, message: String?) {
        guard resultCode == .sealedValue || resultCode == .SQLITE_ERROR, let message,
            let start = message.range(of: Self.prefix),
            let end = message.range(of: "' of object ", range: start.upperBound..<message.endIndex),
            let isWord = message.range(of: " is ", range: end.upperBound..<message.endIndex)
        else { return nil }
        (root, path) = ApusSchema.Column.Seal.elements(of: String(message[start.upperBound..<end.lowerBound]))
        identity = Int64(message[end.upperBound..<isWord.lowerBound])
        reason = String(message[isWord.upperBound...])
    }
}

extension ApusSchema.Column.Seal {
    fileprivate var elements: (root: String, path: String) { Self.elements(of: subject) }

    fileprivate static func elements(of subject: String) -> (root: String, path: String) {
        let parts = subject.split(separator: "/", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
}

extension ResultCode {
    /// Apus' own kind of `SQLITE_ERROR` for a value that cannot be decrypted, with a number that SQLite does not use.
    package static let sealedValue = ResultCode(rawValue: 1 | 202 << 8)
}
