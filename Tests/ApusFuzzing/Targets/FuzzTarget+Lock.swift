import ApusFiles

extension FuzzTarget {
    /// A lock: what is read is written back, and the findings are located.
    static let lock: FuzzTarget = .text("lock", usualRuns: 1000, tokens: lockTokens) {
        let digest = String(repeating: "a1", count: 32)
        return [
            "# comment\n1 \(digest) - \(digest)\n1.1 \(digest) \(digest) \(digest)\n2 \(digest) - \(digest)\n",
            "1 \(digest) - \(digest) retired 2 App 7.2\n2 \(digest) - \(digest)\n",
            "<<<<<<< ours\n2 \(digest) - \(digest)\n=======\n2 \(digest) - \(digest)\n>>>>>>> theirs\n",
        ]
    } check: { text in
        let file = SourceFile(path: "versions.lock", text: text)
        let (lock, findings) = LockFile.read(file)
        try requireSound(findings, in: text, of: file.path)
        let (again, rest) = LockFile.read(SourceFile(path: file.path, text: lock.write()))
        try require(rest.isEmpty, "a lock that is written has no errors: \(rest)")
        try require(again.lines.map(\.description) == lock.lines.map(\.description), "a lock is read back")
    }

    private static let lockTokens: [String] = [
        "\n", " ", "-", "#", "1.2.3", "0", "01", "99999999999999999999", "\r\n", "\u{85}", "\u{2028}", "\u{A0}", "\t",
        "<<<<<<<", "=======", "retired", " retired 2", " retired 2 App 7.2", "|||||||", "\u{202E}",
        String(repeating: "0", count: 64),
    ]
}
