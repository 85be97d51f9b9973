/// The location of a value in JSON, such as `address.lines[0]`: the names of members, and the indexes of elements.
package struct JSONPath: Hashable, Sendable {
    /// A step from a value to one inside it.
    enum Step: Hashable {
        /// To the member with a name, compared byte by byte.
        case member([UInt8])
        /// To the element at an index.
        case element(Int)
    }

    let steps: [Step]

    /// Reads a path; `nil` if it is not valid.
    package init?(_ text: String) {
        guard let path = try? JSONPath(reading: text) else { return nil }
        self = path
    }

    /// Reads a path.
    ///
    /// - Parameter text: The path; an empty one is that of the whole value.
    /// - Throws: The reason why it is not valid, such as `it has an empty name`.
    package init(reading text: String) throws(PatternProblem) {
        var steps: [Step] = []
        let bytes = Array(text.utf8)
        var position = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "[") {
                guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "]")) else {
                    throw PatternProblem("'[' is not closed")
                }
                let digits = bytes[position + 1..<end]
                guard !digits.isEmpty, digits.count <= 9,
                    digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
                else {
                    let shown = String(decoding: digits, as: UTF8.self)
                    throw PatternProblem("'\(shown)' is not the index of an element")
                }
                steps.append(.element(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }))
                position = end + 1
                continue
            }
            if !steps.isEmpty {
                guard bytes[position] == UInt8(ascii: ".") else {
                    throw PatternProblem("a name follows ']' without '.'")
                }
                position += 1
            }
            let name = bytes[position...].prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
            if name.isEmpty { throw PatternProblem("it has an empty name") }
            steps.append(.member(Array(name)))
            position += name.count
        }
        self.steps = steps
    }
}
