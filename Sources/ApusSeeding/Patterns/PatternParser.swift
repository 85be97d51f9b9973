/// Reads the usual part of ICU's regular expressions.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position: Int = 0
    private var groups: Int = 0

    /// Reads an expression; `nil` where there is something in it that no text can be made from.
    static func parse(_ pattern: String) -> PatternNode? {
        var parser = PatternParser(pattern)
        guard let node = parser.choice(), parser.position == parser.scalars.count else { return nil }
        return node
    }

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func take(_ text: String) -> Bool {
        let wanted: [Unicode.Scalar] = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
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
            case "*": node = .repeated(node, 0, nil)
            case "+": node = .repeated(node, 1, nil)
            case "?": node = .repeated(node, 0, 1)
            case "{":
                guard let (least, most) = counts() else { return nil }
                node = .repeated(node, least, most)
                position -= 1
            default: return node
            }
            position += 1
            // How greedy it is makes no other text.
            if !take("?") { _ = take("+") }
        }
        return node
    }

    /// The counts in braces; the position is behind them then.
    private mutating func counts() -> (Int, Int?)? {
        position += 1
        guard let least = number() else { return nil }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}"), most.map({ $0 >= least }) ?? true else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var digits: String = ""
        while let scalar = next, ("0"..."9").contains(scalar) {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        return Int(digits)
    }

    private mutating func atom() -> PatternNode? {
        guard let scalar = next else { return nil }
        switch scalar {
        case "^", "$":
            position += 1
            return .empty
        case ".":
            position += 1
            return .oneOf(PatternSet.any)
        case "(": return group()
        case "[":
            position += 1
            return set().map { .oneOf($0.members) }
        case "\\": return escape()
        case "*", "+", "?", "{": return nil
        default:
            position += 1
            return .oneOf([scalar])
        }
    }

    private mutating func group() -> PatternNode? {
        position += 1
        var isCaptured = true
        if take("?#") {
            while let scalar = next, scalar != ")" { _ = take(scalar) }
            return take(")") ? .empty : nil
        }
        if take("?") {
            isCaptured = false
            if take("=") || take("!") || take("<=") || take("<!") {
                // A condition on what stands around.
                guard choice() != nil, take(")") else { return nil }
                return .empty
            }
            if take("<") {
                isCaptured = true
                while let scalar = next, scalar != ">" { _ = take(scalar) }
                guard take(">") else { return nil }
            } else if !take(":"), !take(">") {
                // Flags: all but free spacing make no other text here.
                while let scalar = next, scalar != ":", scalar != ")" {
                    if scalar == "x" { return nil }
                    position += 1
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
        position += 1
        guard let scalar = next else { return nil }
        if ("1"..."9").contains(scalar) { return number().map { .reference($0) } }
        position += 1
        switch scalar {
        case "A", "z", "Z", "b", "B", "G": return .empty
        case "Q":
            var parts: [PatternNode] = []
            while position < scalars.count, !take("\\E") {
                parts.append(.oneOf([scalars[position]]))
                position += 1
            }
            return .sequence(parts)
        case "R": return .oneOf(["\n"])
        case "X": return .oneOf(PatternSet.any)
        default:
            position -= 1
            return setEscape().map { .oneOf($0.members) }
        }
    }

    /// What an escape stands for, also within a set.
    private mutating func setEscape() -> PatternSet? {
        guard let scalar = next else { return nil }
        position += 1
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
            var name: String = ""
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                position += 1
            }
            guard take("}"), let set = PatternSet(property: name) else { return nil }
            return scalar == "p" ? set : set.inverted
        case "u": return hexadecimal(4)
        case "U": return hexadecimal(8)
        case "x":
            if take("{") {
                var digits: Int = 0
                while position + digits < scalars.count, scalars[position + digits] != "}" { digits += 1 }
                guard let set = hexadecimal(digits), take("}") else { return nil }
                return set
            }
            return hexadecimal(2)
        default:
            let isLetter: Bool = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            return isLetter ? nil : PatternSet([scalar])
        }
    }

    private mutating func hexadecimal(_ count: Int) -> PatternSet? {
        guard count > 0, position + count <= scalars.count else { return nil }
        var digits: String = ""
        digits.unicodeScalars.append(contentsOf: scalars[position..<position + count])
        position += count
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { PatternSet([$0]) }
    }

    /// A set in brackets, of which the first is behind the position.
    private mutating func set() -> PatternSet? {
        let isInverted: Bool = take("^")
        var set = PatternSet([])
        var isFirst = true
        while let scalar = next {
            if scalar == "]", !isFirst { break }
            isFirst = false
            if take("[:") {
                var name: String = ""
                while let scalar = next, scalar != ":" {
                    name.unicodeScalars.append(scalar)
                    position += 1
                }
                guard take(":]"), let known = PatternSet(property: name) else { return nil }
                set.add(known)
                continue
            }
            position += 1
            if scalar == "[" {
                guard let inner = self.set() else { return nil }
                set.add(inner)
                continue
            }
            // An intersection or a difference of sets.
            if scalar == "&", next == "&" { return nil }
            if scalar == "-", next == "-" || next == "[" { return nil }
            guard let lower = scalar == "\\" ? setEscape() : PatternSet([scalar]) else { return nil }
            if next == "-", position + 1 < scalars.count, scalars[position + 1] != "]", let first = lower.single {
                position += 1
                guard let end = next else { return nil }
                position += 1
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
