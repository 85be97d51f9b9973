/// Small JSON values and property lists for a Swift type, guessed from its name.
enum JSONText {
    /// Writes JSON for a type such as `[String]`, `Int?` or `[String: Double]`, or an empty object for an unknown type.
    static func json(_ type: String, _ random: inout SplitMix64) -> String {
        let type: Substring = trimmed(type[...])
        if type.hasSuffix("?") { return json(String(type.dropLast()), &random) }
        if type.hasPrefix("["), type.hasSuffix("]") {
            let inner: Substring = type.dropFirst().dropLast()
            guard let colon = separator(inner) else {
                let element = String(inner)
                return "[" + (0..<random.below(4)).map { _ in json(element, &random) }.joined(separator: ",") + "]"
            }
            guard trimmed(inner[..<colon]) == "String" else { return "{}" }
            let element = String(inner[inner.index(after: colon)...])
            let keys: ArraySlice<String> = WordLists.categories.prefix(random.below(4))
            return "{" + keys.map { "\"\($0)\":" + json(element, &random) }.joined(separator: ",") + "}"
        }
        for (prefix, isArray) in [("Array<", true), ("Set<", true), ("Optional<", false)]
        where type.hasPrefix(prefix) && type.hasSuffix(">") {
            let inner: Substring = type.dropFirst(prefix.count).dropLast()
            return json(isArray ? "[\(inner)]" : String(inner), &random)
        }
        switch type {
        case "String", "Swift.String": return "\"" + random.pick(WordLists.nouns) + "\""
        case "Int", "Int64", "Int32", "Int16", "Int8", "UInt", "UInt8", "UInt16", "UInt32", "UInt64":
            return String(random.below(100))
        case "Double", "Float", "CGFloat", "Decimal": return String(random.below(1000)) + ".5"
        case "Date", "TimeInterval": return String(DateTopic.now - random.below(1000) * DateTopic.day)
        case "Bool": return random.oneIn(2) ? "true" : "false"
        case "URL": return "\"" + TextWriter.url(nil, &random) + "\""
        case "CGPoint", "CGSize": return "[\(random.below(500)),\(random.below(500))]"
        case "CGRect": return "[[0,0],[\(random.below(500)),\(random.below(500))]]"
        default: return "{}"
        }
    }

    /// Writes an XML property list with a few words.
    static func propertyList(_ random: inout SplitMix64) -> String {
        let words: String = (0..<1 + random.below(4)).map { _ in "<string>\(random.pick(WordLists.nouns))</string>" }
            .joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><array>\(words)</array></plist>\n"
    }

    /// The outermost colon of a dictionary type.
    private static func separator(_ type: Substring) -> Substring.Index? {
        var depth = 0
        for index in type.indices {
            switch type[index] {
            case "[", "<", "(": depth += 1
            case "]", ">", ")": depth -= 1
            case ":" where depth == 0: return index
            default: break
            }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text: Substring = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
