public import Foundation

/// Where the keys of encrypted attributes come from.
///
/// ```swift
/// let keys = StoreKeys { name in try keychain.key(named: name) }
/// let configuration = ModelConfiguration(keys: keys)
/// ```
public protocol KeyProvider: Sendable {
    /// Returns the keys with a name, as the model's `encrypted` says.
    ///
    /// - Parameter name: The name.
    /// - Returns: The key with which values are encrypted, then older ones with which some still are; none if there is no such key.
    /// - Throws: The reason why the keys cannot be read.
    func keys(named name: String) throws -> [EncryptionKey]
}

/// The keys that a closure returns.
public struct KeyClosure: KeyProvider {
    private let find: @Sendable (String) throws -> [EncryptionKey]

    /// Creates a provider.
    public init(_ find: @escaping @Sendable (_ name: String) throws -> [EncryptionKey]) { self.find = find }

    /// Returns what the closure returns.
    public func keys(named name: String) throws -> [EncryptionKey] { try find(name) }
}

/// Keys in files: 32 bytes, or the same in Base64 or hexadecimal digits.
public struct KeyFiles: KeyProvider {
    private let files: [String: [URL]]

    /// Creates a provider.
    ///
    /// - Parameter files: The files of each name: that with the key for new values first.
    public init(_ files: [String: [URL]]) { self.files = files }

    /// Reads the files of a name.
    ///
    /// - Throws: The error of reading a file; ``KeyError`` if one holds no key.
    public func keys(named name: String) throws -> [EncryptionKey] {
        try (files[name] ?? []).map { file in
            guard let key = EncryptionKey(content: try Data(contentsOf: file)) else {
                throw KeyError(
                    "'\(file.lastPathComponent)' holds no key: expected 32 bytes, raw, as Base64 or in hexadecimal digits"
                )
            }
            return key
        }
    }
}

/// Keys in environment variables: `APUS_KEY_NOTES` is the key `notes`, as Base64 or in hexadecimal digits. Several keys are separated by
/// commas, that for new values first.
public struct KeyEnvironment: KeyProvider {
    private let variables: [String: String]
    private let names = NamesAskedFor()

    /// Creates a provider.
    ///
    /// - Parameter variables: The variables; by default those of the process.
    public init(_ variables: [String: String] = ProcessInfo.processInfo.environment) { self.variables = variables }

    /// The first name that was asked for, per variable.
    private final class NamesAskedFor: @unchecked Sendable {
        private let lock = NSLock()
        private var names: [String: String] = [:]

        func first(_ name: String, of variable: String) -> String {
            lock.withLock {
                let first = names[variable] ?? name
                names[variable] = first
                return first
            }
        }
    }

    /// Returns the name of the variable with a key.
    public static func variable(ofKey name: String) -> String { "APUS_KEY_\(name.uppercased())" }

    /// Reads the variable of a name.
    ///
    /// - Throws: ``KeyError`` if the variable holds no key, or if it was read for another name, which differs only in case: two keys would
    ///   be one.
    public func keys(named name: String) throws -> [EncryptionKey] {
        let variable = Self.variable(ofKey: name)
        guard let text = variables[variable], !text.isEmpty else { return [] }
        let first = names.first(name, of: variable)
        if first != name {
            throw KeyError(
                "\(variable) cannot be both the key '\(first)' and the key '\(name)', which differ only in case: give one of them in a "
                    + "file"
            )
        }
        return try text.split(separator: ",").map { text in
            guard let key = EncryptionKey(text: String(text)) else {
                throw KeyError("\(variable) holds no key: expected 32 bytes as Base64 or in hexadecimal digits")
            }
            return key
        }
    }
}

/// The keys of the first of several providers that has some.
public struct KeyProviders: KeyProvider {
    private let providers: [any KeyProvider]

    /// Creates a provider.
    public init(_ providers: [any KeyProvider]) { self.providers = providers }

    /// Returns the keys of the first provider that has some with a name.
    ///
    /// - Throws: The error of a provider.
    public func keys(named name: String) throws -> [EncryptionKey] {
        for provider in providers {
            let found = try provider.keys(named: name)
            if !found.isEmpty { return found }
        }
        return []
    }
}

#if canImport(Security)
import Security

/// Keys in the Keychain: generic passwords of a service, whose accounts are the keys' names.
public struct KeychainKeys: KeyProvider {
    private let service: String
    private let accessGroup: String?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - service: The service of the passwords.
    ///   - accessGroup: The group of apps that share them.
    public init(service: String, accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    private func query(_ name: String) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: name,
        ]
        if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
        return query
    }

    /// Reads the password of a name: a key as ``EncryptionKey/init(content:)`` reads it.
    ///
    /// - Throws: ``KeyError`` if the Keychain cannot be read, or if the password is no key.
    public func keys(named name: String) throws -> [EncryptionKey] {
        var query = query(name)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return [] }
        guard status == errSecSuccess, let data = found as? Data else {
            throw KeyError("the Keychain cannot be read (status \(status))")
        }
        guard let key = EncryptionKey(content: data) else {
            throw KeyError("the Keychain's password of '\(name)' is no key")
        }
        return [key]
    }

    /// Keeps a key, which other devices do not get.
    ///
    /// - Throws: ``KeyError`` if there is one with that name, or if the Keychain cannot be written.
    public func add(_ key: EncryptionKey, named name: String) throws {
        var query = query(name)
        query[kSecValueData as String] = Data(key.base64.utf8)
        query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let status = SecItemAdd(query as CFDictionary, nil)
        guard status == errSecSuccess else { throw KeyError("the Keychain cannot be written (status \(status))") }
    }
}
#endif
