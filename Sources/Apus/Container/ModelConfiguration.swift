public import ApusSchema
public import ApusStore
public import Foundation

/// Where a container's store is, and how it is opened.
///
/// ```swift
/// let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
/// let container = try ModelContainer(for: Trip.self, configurations: configuration)
/// ```
public struct ModelConfiguration: Sendable, Identifiable, Hashable {
    /// The name: that of the store's file without its extension, unless a URL is given.
    public let name: String

    /// The store's file. A store in memory has none, whatever this says.
    public let url: URL

    /// Whether the store is in memory: it begins empty, and is gone when its container and its contexts are.
    public let isStoredInMemoryOnly: Bool

    /// Whether contexts can save changes. If not, the store is only read: it has to exist and to have the current version, and no
    /// permission to write is needed.
    public let allowsSave: Bool

    /// The group of apps whose folder the store is in.
    public let groupContainer: GroupContainer

    /// The CloudKit database of the app. It has no effect: Apus does not sync.
    public let cloudKitDatabase: CloudKitDatabase

    /// The schema; `nil` if the container says which one it is.
    public let schema: Schema?

    /// The keys of encrypted attributes; `nil` if the model has none. A store is neither created, migrated nor opened without them.
    public let keys: StoreKeys?

    /// A ready-made store, such as one in the app's bundle, that is copied if the store does not exist; `nil` for none.
    ///
    /// It is copied with its external files, and migrated if it is older. It is only read, so it may be on a read-only disk. A
    /// container in memory, or one that cannot save, does not use it.
    public var initialStore: URL?

    /// Whether a migration leaves for later what may be left, such as dropping columns and making indexes, so that opening is faster.
    /// ``ModelContainer/finishDeferredMigration(progress:)`` does it.
    public var defersMigration: Bool = false

    /// Identifies the configuration by its name.
    public var id: String { name }

    /// Whether Apus chose the folder, and makes it if it does not exist.
    let isInDefaultFolder: Bool

    /// Creates a configuration for a file in the app's folder for data: see ``defaultURL(for:)``.
    ///
    /// - Parameters:
    ///   - name: The name of the file without its extension, `default` by default.
    ///   - schema: The schema, if the container is not given one.
    ///   - isStoredInMemoryOnly: Whether the store is in memory.
    ///   - allowsSave: Whether contexts can save changes: see ``allowsSave``.
    ///   - groupContainer: The group of apps whose folder the file is in. One with an identifier is without effect on other
    ///     platforms than Apple's.
    ///   - cloudKitDatabase: Without effect.
    ///   - keys: The keys of encrypted attributes.
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic,
        cloudKitDatabase: CloudKitDatabase = .automatic,
        keys: StoreKeys? = nil
    ) {
        self.keys = keys
        self.name = name ?? Self.defaultName
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        url = groupContainer.folder?.appending(component: "\(self.name).store") ?? Self.defaultURL(for: self.name)
        isInDefaultFolder = true
    }

    /// Creates a configuration for a file.
    ///
    /// - Parameters:
    ///   - name: The name; by default that of the file without its extension.
    ///   - schema: The schema, if the container is not given one.
    ///   - url: The file, in a folder that exists.
    ///   - allowsSave: Whether contexts can save changes: see ``allowsSave``.
    ///   - cloudKitDatabase: Without effect.
    ///   - keys: The keys of encrypted attributes.
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        url: URL,
        allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic,
        keys: StoreKeys? = nil
    ) {
        self.keys = keys
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        self.url = url
        self.allowsSave = allowsSave
        self.cloudKitDatabase = cloudKitDatabase
        isStoredInMemoryOnly = false
        groupContainer = .none
        isInDefaultFolder = false
    }

    /// Creates a configuration for some classes.
    @_disfavoredOverload
    public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The name of a configuration without one.
    private static let defaultName = "default"

    /// Returns the file of a store in the app's folder for data.
    ///
    /// On Apple's platforms, the folder is the app's Application Support folder, as in SwiftData. Elsewhere it has the
    /// program's name and is in `$XDG_DATA_HOME`, by default `~/.local/share`
    /// (<https://specifications.freedesktop.org/basedir-spec/latest/>).
    ///
    /// - Parameter name: The file's name without its extension.
    /// - Returns: The file, which need not exist.
    public static func defaultURL(for name: String = "default") -> URL {
        #if canImport(Darwin)
        let folder = URL.applicationSupportDirectory
        #else
        // The specification ignores relative paths.
        let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = named.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/share")
        let folder = data.appending(component: ProcessInfo.processInfo.processName)
        #endif
        return folder.appending(component: "\(name).store")
    }

    /// The classes that the schema was made from.
    var source: SchemaSource? { schema?.source }

    /// Makes the folder that Apus chose.
    func makeFolder() throws(StoreError) {
        let folder = url.deletingLastPathComponent()
        #if canImport(Darwin)
        if case .identifier(let group) = groupContainer, groupContainer.folder == nil {
            throw StoreError(
                url.path,
                .disk(isWriting: true, message: "the app does not belong to the group '\(group)'")
            )
        }
        #endif
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError(url.path, .disk(isWriting: true, message: error.localizedDescription))
        }
    }

    /// The folder of a group of apps.
    public enum GroupContainer: Sendable, Hashable {
        /// The folder of the app itself.
        case automatic
        /// No group.
        case none
        /// The group with an identifier. Only Apple's platforms have groups; elsewhere, this is the folder of the app itself.
        case identifier(String)
        /// The folder of a group, on every platform. It is made if it does not exist.
        case url(URL)

        fileprivate var folder: URL? {
            if case .url(let url) = self { return url }
            #if canImport(Darwin)
            if case .identifier(let group) = self {
                return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
            }
            #endif
            return nil
        }
    }

    /// A CloudKit database, which Apus does not sync with.
    public enum CloudKitDatabase: Sendable, Hashable {
        /// The one of the app's entitlements.
        case automatic
        /// None.
        case none
        /// The private one of a container.
        case `private`(String)
    }
}
