package import ApusDiagnostics

/// A value that is none of the cases that a ``Recoding`` has.
package struct RecodingFailure: ExplainedError, Hashable {
    /// The value, as its column holds it.
    package let value: StoredValue

    /// Creates a failure.
    package init(_ value: StoredValue) {
        self.value = value
    }

    /// What is wrong with which value: `'7' is not a case`.
    package var diagnostics: [Diagnostic] { [.error("\(value.shown) is not a case")] }
}
