import ApusSchema

extension Stage {
    /// The stage's verdict in a few words: `lightweight`, `lightweight, 1 loss accepted`, `refused, 2 reasons`.
    public var verdict: String {
        if !refusals.isEmpty { return "refused, \(Self.count(refusals.count, "reason"))" }
        let losses: Int = changes.filter { $0.verdict == .accepted }.count
        return losses == 0 ? "lightweight" : "lightweight, \(Self.count(losses, "loss", "losses")) accepted"
    }

    /// The differences as a person reads them: the verdict on top, then the changes entity by entity. Refusals are
    /// told apart, as findings.
    public var text: String {
        let title: String = "\(new.model): \(from) → \(to)"
        guard !changes.isEmpty || !refusals.isEmpty else { return "\(title): no change of the store\n" }
        var lines: [String] = ["\(title): \(Self.count(changes.count, "change")), \(verdict)"]
        var entity: String?
        for change in changes {
            let line = ChangeText(change.kind)
            if change.isOfWholeEntity {
                if entity != "" { lines.append("") }
                entity = ""
                lines.append("\(line.sign) \(line.subject)".padded(34) + line.detail + change.mark)
                if case .entityRenamed(_, let name) = change.kind { entity = name }
                continue
            }
            if change.entity != entity {
                lines += ["", "  \(change.entity)"]
                entity = change.entity
            }
            let text: String = "  \(line.sign) \(line.subject)".padded(34) + line.detail + change.mark
            lines.append(text)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }
}

extension Change {
    /// Whether it is about an entity rather than one of its properties.
    var isOfWholeEntity: Bool {
        switch kind {
        case .entityAdded, .entityRemoved, .entityRenamed: true
        default: false
        }
    }

    /// What a reader must not miss.
    fileprivate var mark: String {
        switch verdict {
        case .lightweight: ""
        case .accepted: "   (lost, as accepted)"
        case .refused: "   (refused)"
        }
    }
}

extension String {
    /// The text with spaces up to a width, and at least two.
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(2, width - count))
    }
}
