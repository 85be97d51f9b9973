import ApusDiagnostics

/// Why a store could not be looked at, for programs.
struct StoreProblem: Encodable {
    /// One word that stays the same from release to release.
    let kind: String
    /// What is wrong.
    let message: String
    /// What to do next.
    let help: [String]

    init(_ failure: CommandFailure) {
        let first: Diagnostic? = failure.diagnostics.first
        self.kind = failure.kind ?? first?.code ?? "other"
        self.message = first?.message ?? ""
        self.help = first?.help ?? []
    }
}

/// A member of a record that is there even where it has no value, so that every record has the same keys.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
