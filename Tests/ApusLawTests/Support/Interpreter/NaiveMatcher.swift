import ApusSchema

/// Matches elements of one kind by the three rules of the design, word by word.
///
/// If an element takes the name of an older one that is not claimed, the older one is gone. The caller that looks for
/// losses decides what goes with it: nothing, if it was a relationship whose inverse keeps the references.
struct NaiveMatcher {
    /// What the rules read of an element.
    struct Named {
        let name: String
        let originalName: String?
    }

    let older: [Named]
    let newer: [Named]
    /// What the elements are, for messages.
    let kind: String

    /// The older element's name under the newer one's.
    ///
    /// - Throws: `Refused` where the lines contradict each other.
    func match() throws -> [String: String] {
        var pairs: [String: String] = try ruleOne()
        for element in newer where pairs[element.name] == nil {
            if old(element.name) != nil, !pairs.values.contains(element.name) {
                pairs[element.name] = element.name
            }
        }
        try ruleThree(&pairs)
        return pairs
    }

    private func old(_ name: String) -> Named? {
        older.first { $0.name == name }
    }

    private func ruleOne() throws -> [String: String] {
        var pairs: [String: String] = [:]
        for element in newer {
            guard let original = element.originalName, old(original) != nil else { continue }
            if let namesake = old(element.name), namesake.originalName == original { continue }
            let bearers: [Named] = older.filter { $0.originalName == original && $0.name != original }
            if element.name != original, let bearer = bearers.first {
                throw Refused(
                    "\(kind) '\(element.name)' was '\(original)', which is the name of one older element and the "
                        + "original name of '\(bearer.name)'"
                )
            }
            if let other = pairs.first(where: { $0.value == original }) {
                throw Refused("\(kind)s '\(other.key)' and '\(element.name)' both claim the older '\(original)'")
            }
            pairs[element.name] = original
        }
        return pairs
    }

    private func ruleThree(_ pairs: inout [String: String]) throws {
        var found: [String: String] = [:]
        for element in newer where pairs[element.name] == nil {
            guard let original = element.originalName else { continue }
            let candidates: [Named] = older.filter {
                $0.originalName == original && !pairs.values.contains($0.name)
            }
            guard let candidate = candidates.first else { continue }
            if candidates.count > 1 || found.values.contains(candidate.name) {
                throw Refused("the original name '\(original)' of \(kind) '\(element.name)' fits more than one")
            }
            found[element.name] = candidate.name
        }
        pairs.merge(found) { one, _ in one }
    }
}
