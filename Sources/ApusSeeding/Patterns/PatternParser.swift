import ApusDiagnostics

/// Parses the common part of ICU's regular expressions.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var index: Int = 0
    private var groups: Int = 0

    /// Parses an expression. Returns `nil` if it has a construct that no text can be generated from.
    static func parse(_ pattern: String) -> PatternNode? {
        var parser = PatternParser(pattern)
        guard let node = parser.choice(), parser.index == parser.scalars.count else { return nil }
        return node
    }

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func take(_ text: String) -> Bool {
        let wanted: [Unicode.Scalar] = Array(text.unicodeScalars)
        guard scalars[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    private mutating func choice() -> PatternNode? {
        var parts: [PatternNode] = []
        repeat {
            guard let part = sequence() else { return nil }
            parts.append(part)
        } while take("|")
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() -> PatternNode? {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            guard let atom = atom(), let part = repeated(atom) else { return nil }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func repeated(_ atom: PatternNode) -> PatternNode? {
        var node: PatternNode = atom
        while let scalar = next {
            switch scalar {
            case "*": node = .repeated(node, least: 0, most: nil)
            case "+": node = .repeated(node, least: 1, most: nil)
            case "?": node = .repeated(node, least: 0, most: 1)
            case "{":
                guard let (least, most) = counts() else { return nil }
                node = .repeated(node, least: least, most: most)
                index -= 1
            default: return node
            }
            index += 1
            // Greediness does not matter for generating text.
            if !take("?") { _ = take("+") }
        }
        return node
    }

    /// Parses the counts in braces.
    private mutating func counts() -> (Int, Int?)? {
        index += 1
        guard let least = number() else { return nil }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}"), most.map({ $0 >= least }) ?? true else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = next, ("0"..."9").contains(scalar) {
            digits.unicodeScalars.append(scalar)
            index += 1
        }
        return Int(digits: digits)
    }

    private mutating func atom() -> PatternNode? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "^", "$":
            index += 1
            return .empty
        case ".":
            index += 1
            return .oneOf(PatternSet.any)
        case "(": return group()
        case "[":
            index += 1
            return set().map { .oneOf($0.members) }
        case "\\": return escape()
        case "*", "+", "?", "{": return nil
        default:
            index += 1
            return .oneOf([scalar])
        }
    }

    private mutating func group() -> PatternNode? {
        index += 1
        var isCaptured = true
        if take("?#") {
            while let scalar = next, scalar != ")" { _ = take(scalar) }
            return take(")") ? .empty : nil
        }
        if take("?") {
            isCaptured = false
            if take("=") || take("!") || take("<=") || take("<!") {
                // A look-around.
                guard choice() != nil, take(")") else { return nil }
                return .empty
            }
            if take("<") {
                isCaptured = true
                while let scalar = next, scalar != ">" { _ = take(scalar) }
                guard take(">") else { return nil }
            } else if !take(":"), !take(">") {
                // Flags: only free spacing would change the text.
                while let scalar = next, scalar != ":", scalar != ")" {
                    if scalar == "x" { return nil }
                    index += 1
                }
                if take(")") { return .empty }
                guard take(":") else { return nil }
            }
        }
        if isCaptured { groups += 1 }
        let number: Int = groups
        guard let node = choice(), take(")") else { return nil }
        return isCaptured ? .group(number, node) : node
    }

    private mutating func escape() -> PatternNode? {
        index += 1
        guard let scalar = next else { return nil }
        if ("1"..."9").contains(scalar) { return number().map { .reference($0) } }
        index += 1
        switch scalar {
        case "A", "z", "Z", "b", "B", "G": return .empty
        case "Q":
            var parts: [PatternNode] = []
            while index < scalars.count, !take("\\E") {
                parts.append(.oneOf([scalars[index]]))
                index += 1
            }
            return .sequence(parts)
        case "R": return .oneOf(["\n"])
        case "X": return .oneOf(PatternSet.any)
        default:
            index -= 1
            return setEscape().map { .oneOf($0.members) }
        }
    }

    /// Parses an escape sequence, inside or outside a set.
    private mutating func setEscape() -> PatternSet? {
        guard let scalar = next else { return nil }
        index += 1
        if let set = PatternSet(escape: scalar) { return set }
        switch scalar {
        case "n": return PatternSet(["\n"])
        case "r": return PatternSet(["\r"])
        case "t": return PatternSet(["\t"])
        case "f": return PatternSet(["\u{C}"])
        case "e": return PatternSet(["\u{1B}"])
        case "a": return PatternSet(["\u{7}"])
        case "0": return nil
        case "p", "P":
            guard take("{") else { return nil }
            var name = ""
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                index += 1
            }
            guard take("}"), let set = PatternSet(property: name) else { return nil }
            return scalar == "p" ? set : set.inverted
        case "u": return hexadecimal(4)
        case "U": return hexadecimal(8)
        case "x":
            if take("{") {
                var digits = 0
                while index + digits < scalars.count, scalars[index + digits] != "}" { digits += 1 }
                guard let set = hexadecimal(digits), take("}") else { return nil }
                return set
            }
            return hexadecimal(2)
        default:
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            return isLetter ? nil : PatternSet([scalar])
        }
    }

    private mutating func hexadecimal(_ count: Int) -> PatternSet? {
        guard count > 0, index + count <= scalars.count else { return nil }
        var digits = ""
        digits.unicodeScalars.append(contentsOf: scalars[index..<index + count])
        index += count
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { PatternSet([$0]) }
    }

    /// Parses a set whose opening bracket was consumed.
    private mutating func set() -> PatternSet? {
        let isInverted = take("^")
        var set = PatternSet([])
        var isFirst = true
        while let scalar = next {
            if scalar == "]", !isFirst { break }
            isFirst = false
            if take("[:") {
                var name = ""
                while let scalar = next, scalar != ":" {
                    name.unicodeScalars.append(scalar)
                    index += 1
                }
                guard take(":]"), let known = PatternSet(property: name) else { return nil }
                set.add(known)
                continue
            }
            index += 1
            if scalar == "[" {
                guard let inner = self.set() else { return nil }
                set.add(inner)
                continue
            }
            // An intersection or a difference of sets.
            if scalar == "&", next == "&" { return nil }
            if scalar == "-", next == "-" || next == "[" { return nil }
            guard let lower = scalar == "\\" ? setEscape() : PatternSet([scalar]) else { return nil }
            if next == "-", index + 1 < scalars.count, scalars[index + 1] != "]", let first = lower.single {
                index += 1
                guard let end = next else { return nil }
                index += 1
                guard let upper = end == "\\" ? setEscape() : PatternSet([end]), let last = upper.single, first <= last
                else { return nil }
                set.add(first...last)
            } else {
                set.add(lower)
            }
        }
        guard take("]") else { return nil }
        return isInverted ? set.inverted : set
    }
}
