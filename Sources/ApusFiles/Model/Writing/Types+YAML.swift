import ApusSchema
import ApusYAML

extension Composite {
    /// The composite as YAML.
    var yaml: YAMLValue {
        .mapping(
            YAMLValue.Entry.settings(Composite.keys, of: self) { _, _ in .elements(attributes, \.name, \.yaml) }
        )
    }
}

extension Enumeration {
    /// The enum as YAML; just a list of its cases if that is complete.
    var yaml: YAMLValue {
        let entries: [YAMLValue.Entry] = YAMLValue.Entry.settings(Enumeration.keys, of: self) { _, _ in caseList }
        return entries.count == 1 && hasUsualValues ? caseList : .compact(entries)
    }

    /// Whether the raw values are those that Swift would give.
    private var hasUsualValues: Bool {
        cases.enumerated().allSatisfy { index, element in
            element.documentation == nil
                && element.rawValue == (type == .string ? .string(element.name) : .int(Int64(index)))
        }
    }

    private var caseList: YAMLValue {
        if hasUsualValues { return .names(cases.map(\.name)) }
        let isShort = cases.allSatisfy { $0.documentation == nil }
        return .mapping(cases.map { YAMLValue.Entry($0.name, $0.yaml) }, isShort ? .flow : .block)
    }
}

extension Enumeration.Case {
    fileprivate var yaml: YAMLValue {
        let value: YAMLValue = if case .int = rawValue { .word(rawValue.text) } else { .text(rawValue.text) }
        guard documentation != nil else { return value }
        return .compact(YAMLValue.Entry.settings(Enumeration.Case.keys, of: self) { _, _ in value })
    }
}
