import ApusSchema

/// The Swift of an enum.
struct EnumerationSource {
    let enumeration: Enumeration
    let access: AccessLevel
    let types: TypeNames

    /// Adds the enum's declaration, in an extension of the class if it is nested in one.
    func add(to text: inout SourceText) {
        text.gap()
        guard let enclosing = enumeration.enclosingEntity else { return addDeclaration(to: &text) }
        text.block("nonisolated extension \(types.class(of: enclosing))") { addDeclaration(to: &$0) }
    }

    private func addDeclaration(to text: inout SourceText) {
        text.document(enumeration.documentation ?? "A value of the enum \(enumeration.name).")
        let conformances: String =
            [types.type(of: enumeration.type)].joined() + ", "
            + (["CaseIterable", "Codable"].map(types.swift) + [types.apus("PredicateValue"), types.swift("Sendable")])
            .joined(separator: ", ")
        let head = "nonisolated \(access.modifier)enum \(swiftName(enumeration.name)): \(conformances)"
        text.block(head) { text in
            for value in enumeration.cases {
                text.document(value.documentation ?? "The case `\(value.name)`.")
                let isPlain = value.rawValue == .string(value.name)
                let literal = swiftLiteral(value.rawValue, type: enumeration.type, names: types)
                let raw = isPlain ? "" : " = \(literal)"
                text.add("case \(swiftName(value.name))\(raw)")
            }
        }
    }
}
