import ApusFiles

/// A part of Apus that is attacked with random input, and the laws that it keeps whatever the input is.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    /// The name, which is also that of its folder in the corpus.
    package let name: String

    /// The number of mutations that a usual run of the tests tries.
    package let usualRuns: Int

    /// What means something to the reader of the input.
    package let tokens: [String]

    /// Good inputs, from which mutations start.
    package let seeds: @Sendable () throws -> [[UInt8]]

    /// Holds an input against the laws, and throws the first one that is broken.
    package let run: @Sendable (_ input: [UInt8]) throws -> Void

    package var description: String { name }

    /// All targets.
    package static let all: [FuzzTarget] = [
        model, mapping, lock, xml, storeBytes, storeFreePages, storeSQL, graph, predicate,
    ]

    /// Creates a target whose input is a text.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - usualRuns: The number of mutations that a usual run of the tests tries.
    ///   - tokens: What means something to the reader of the text.
    ///   - seeds: Good texts.
    ///   - check: Holds a file with the text against the laws.
    /// - Returns: The target, which also reads bytes that are not UTF-8.
    static func text(
        _ name: String,
        usualRuns: Int,
        tokens: [String],
        seeds: @escaping @Sendable () throws -> [String],
        check: @escaping @Sendable (String) throws -> Void
    ) -> FuzzTarget {
        FuzzTarget(name: name, usualRuns: usualRuns, tokens: tokens) {
            try seeds().map { Array($0.utf8) }
        } run: { input in
            let (file, finding) = SourceFile.read(input, path: name)
            if let file { return try check(file.text) }
            try require(finding != nil, "bytes that are not UTF-8 are reported")
            try requireSound([finding].compactMap { $0 }, in: String(decoding: input, as: UTF8.self), of: name)
        }
    }
}
