import ApusTestSupport
import ApusYAML

/// A YAML document without locations and styles, texts compared scalar by scalar.
indirect enum Tree: Equatable {
    case text([Unicode.Scalar])
    case list([Tree], flow: Bool)
    case keys([[Unicode.Scalar]], [Tree], flow: Bool)

    static func == (lhs: Tree, rhs: Tree) -> Bool {
        switch (lhs, rhs) {
        case (.text(let one), .text(let other)): one == other
        case (.list(let one, _), .list(let other, _)): one == other
        case (.keys(let keys, let one, _), .keys(let otherKeys, let other, _)): keys == otherKeys && one == other
        default: false
        }
    }

    /// What was read.
    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let scalar): self = .text(Array(scalar.text.unicodeScalars))
        case .sequence(let elements): self = .list(elements.map(Tree.init), flow: false)
        case .mapping(let entries):
            self = .keys(entries.map { Array($0.key.text.unicodeScalars) }, entries.map { Tree($0.value) }, flow: false)
        }
    }

    /// What is to be written.
    var value: YAMLValue {
        switch self {
        case .text(let scalars): .text(Self.string(scalars))
        case .list(let elements, let flow): .sequence(elements.map(\.value), flow ? .flow : .block)
        case .keys(let keys, let values, let flow):
            .mapping(
                zip(keys, values).enumerated().map { index, pair in
                    let value: YAMLValue = pair.1.value
                    return YAMLValue.Entry(
                        Self.string(pair.0),
                        index % 5 == 4 ? value.commented(["# - comment: {\u{1}\n\""]) : value
                    )
                },
                flow ? .flow : .block
            )
        }
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

/// Makes trees of texts that are hard to carry.
struct TreeGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func tree(depth: Int) -> Tree {
        let count: Int = random.pick([0, 1, 2, 3, 5])
        switch depth > 4 ? 0 : Int.random(in: 0..<3, using: &random) {
        case 0: return .text(text())
        case 1: return .list((0..<count).map { _ in tree(depth: depth + 1) }, flow: random.oneIn(3))
        default:
            var keys: [[Unicode.Scalar]] = []
            for _ in 0..<count {
                let key: [Unicode.Scalar] = text()
                // Keys that are equal to Swift are equal to the reader.
                if !keys.contains(where: {
                    String(String.UnicodeScalarView($0)) == String(String.UnicodeScalarView(key))
                }) {
                    keys.append(key)
                }
            }
            return .keys(keys, keys.map { _ in tree(depth: depth + 1) }, flow: random.oneIn(3))
        }
    }

    private mutating func text() -> [Unicode.Scalar] {
        if random.oneIn(60) {
            return Array(repeating: random.pick(["a", "\"", "ä"]), count: random.pick([1000, 1100, 5000]))
        }
        if random.oneIn(6) { return Array(random.pick(Self.words).unicodeScalars) }
        return (0..<Int.random(in: 0..<8, using: &random)).map { _ in
            random.oneIn(4) ? anyScalar() : random.pick(Self.scalars)
        }
    }

    private mutating func anyScalar() -> Unicode.Scalar {
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "x"
    }

    private static let words: [String] = [
        "null", "~", "yes", "n", "1", "0x1", "1e3", "2026-05-01", "---", "...", "--- a", "%YAML 1.1", "<<", "=", ".inf",
        "&a", "*a", "!a", "? a", ": a", "- a", "a: b", "a #b", "|", ">", "|-", "@", "`", "''", "\"\"", "[]", "{}",
    ]

    private static let scalars: [Unicode.Scalar] = Array(
        "aZ019 _-.:,?#&*!|>'\"%@`[]{}\\/~=+\n\r\t\0\u{85}\u{A0}\u{2028}\u{FEFF}\u{FFFE}\u{301}é🚲\u{200D}".unicodeScalars
    )
}
