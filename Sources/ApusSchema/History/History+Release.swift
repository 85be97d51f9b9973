public import ApusDiagnostics
import Foundation

extension History {
    /// A frozen version of a history, whose schema is read on first use.
    public struct Release: Sendable {
        /// The version.
        public let version: Schema.Version
        /// The digest of its line in the lock; `nil` without a lock.
        public let digest: String?

        private let source: SchemaSource

        /// Creates a version whose schema was read.
        public init(_ entry: Entry) {
            version = entry.version
            digest = entry.digest
            source = SchemaSource(entry.schema)
        }

        /// Creates a version whose schema is read on first use, once for all copies.
        ///
        /// - Parameters:
        ///   - version: The version.
        ///   - digest: The digest of its line in the lock.
        ///   - read: Reads the schema, or returns why it cannot be read.
        public init(
            _ version: Schema.Version,
            digest: String?,
            reading read: @escaping @Sendable () -> Result<Schema, DiagnosticsError>
        ) {
            self.version = version
            self.digest = digest
            source = SchemaSource(reading: read)
        }

        /// Reads the version.
        ///
        /// - Throws: `DiagnosticsError` if it cannot be read.
        public func entry() throws(DiagnosticsError) -> Entry {
            Entry(version, try source.schema().get(), digest: digest)
        }
    }
}

extension History.Release: Hashable {
    /// Whether two versions have the same schema, which may have to be read.
    public static func == (one: Self, other: Self) -> Bool {
        one.version == other.version && one.digest == other.digest
            && (one.source === other.source || one.source.schema() == other.source.schema())
    }

    /// Hashes the version and its digest, not the schema.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(digest)
    }
}

/// A schema that is read on first use.
private final class SchemaSource: @unchecked Sendable {
    private enum State {
        case unread(@Sendable () -> Result<Schema, DiagnosticsError>)
        case read(Result<Schema, DiagnosticsError>)
    }

    // Thread-safe: `state` is only used under the lock.
    private var state: State
    private let lock = NSLock()

    init(_ schema: Schema) {
        state = .read(.success(schema))
    }

    init(reading read: @escaping @Sendable () -> Result<Schema, DiagnosticsError>) {
        state = .unread(read)
    }

    func schema() -> Result<Schema, DiagnosticsError> {
        lock.withLock {
            switch state {
            case .read(let result): return result
            case .unread(let read):
                let result = read()
                state = .read(result)
                return result
            }
        }
    }
}
