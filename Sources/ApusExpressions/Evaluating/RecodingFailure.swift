package import ApusDiagnostics

/// A value without a row in a ``Recoding``.
package struct RecodingFailure: ExplainedError, Hashable {
    /// The value, as its column stores it.
    package let value: StoredValue

    /// Creates a failure.
    package init(_ value: StoredValue) {
        self.value = value
    }

    /// The value and the problem: `'7' is not a case`.
    package var diagnostics: [Diagnostic] { [.error("\(value.shown) is not a case")] }
}
