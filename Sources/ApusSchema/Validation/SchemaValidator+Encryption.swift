import ApusDiagnostics

extension SchemaValidator {
    /// Whether the values of an attribute, or of a part of its composite, are encrypted.
    func isEncrypted(_ attribute: Attribute) -> Bool {
        schema.leaves(of: attribute).contains { $0.attribute.encryptionKey != nil }
    }

    /// Checks the name of the key of an encrypted attribute or part.
    mutating func checkEncryption(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        if attribute.allowsLookup { checkLookup(of: attribute, path, at: modelPath.key("lookup")) }
        guard let key = attribute.encryptionKey else { return }
        let modelPath = modelPath.key("encrypted")
        if case .named(let name) = attribute.type, index.composite(name) != nil {
            error(
                "'\(path)' is a composite, whose parts are stored separately",
                at: modelPath,
                help: ["write 'encrypted' at those parts of '\(name)' that are to be encrypted"]
            )
        } else if !key.isKeyName {
            error(
                "'\(key)' of '\(path)' is not the name of a key (expected letters of ASCII, digits and '_', a letter first)",
                at: modelPath,
                help: ["write a name, such as 'encrypted: notes'; the app, or 'apus' with --key, has the key itself"]
            )
        }
    }

    /// Checks that values can be looked up.
    private mutating func checkLookup(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        if attribute.encryptionKey == nil {
            error(
                "'lookup' of '\(path)' is for encrypted values, and these are not",
                at: modelPath,
                help: ["remove 'lookup', or write 'encrypted' with the name of a key beside it"]
            )
        } else if attribute.type == .scalar(.bool) {
            error(
                "'\(path)' is bool, so its lookups would show its two values",
                at: modelPath,
                help: ["remove 'lookup', and filter the objects in memory"]
            )
        } else if attribute.type.isForeign || attribute.type == .undefined {
            error(
                "'\(path)' is \(attribute.type.name), whose values a store cannot look up",
                at: modelPath,
                help: ["remove 'lookup', or keep what is looked up in an attribute of its own"]
            )
        }
    }

    /// The reason why a store cannot compare an encrypted attribute for equality; `nil` if it can.
    func whyNotLookedUp(_ attribute: Attribute) -> String? {
        if attribute.allowsLookup { return nil }
        return "its values are encrypted, which a store cannot compare without 'lookup: true'"
    }
}

extension String {
    /// Whether the text can name a key, also as a part of an environment variable's name.
    package var isKeyName: Bool {
        guard let first = utf8.first, utf8.count <= 64 else { return false }
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        return isLetter(first)
            && utf8.allSatisfy {
                isLetter($0) || $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
