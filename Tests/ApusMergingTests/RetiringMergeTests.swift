import ApusFiles
import ApusMerging
import ApusSchema
import Testing

/// The lock is one file, in which one branch may retire versions and another one add them.
@Suite struct RetiringMergeTests {
    private static func line(_ version: Int) -> String {
        let digest = String(repeating: "\(version)", count: 64)
        return "\(version) \(digest) - \(digest)"
    }

    /// The retirements of a merged lock: a word per line.
    private static func merge(_ base: [String], _ ours: [String], _ theirs: [String]) throws -> [String] {
        func file(_ marks: [String]) -> SourceFile {
            let lines = marks.enumerated().map { line($0 + 1) + ($1.isEmpty ? "" : " retired " + $1) }
            return SourceFile(path: "Schemas/M/versions.lock", text: lines.map { $0 + "\n" }.joined())
        }
        let merged = try #require(FileMerge.merge(base: file(base), ours: file(ours), theirs: file(theirs)))
        #expect(merged.findings.isEmpty)
        let (lock, findings) = LockFile.read(SourceFile(path: "lock", text: merged.text))
        #expect(findings.isEmpty)
        return lock.lines.map { line in
            line.retirement.map { "\($0.newest)\($0.release.map { " \($0)" } ?? "")" } ?? ""
        }
    }

    @Test("One side retires, the other one freezes")
    func retiringAndFreezing() throws {
        let (base, retired, frozen) = (["", "", ""], ["3 A", "", ""], ["", "", "", ""])
        #expect(try Self.merge(base, retired, frozen) == ["3 A", "", "", ""])
        #expect(try Self.merge(base, frozen, retired) == ["3 A", "", "", ""])
    }

    @Test("Both sides retire")
    func retiring() throws {
        let base = ["", "", "", ""]
        #expect(try Self.merge(base, ["4 A", "", "", ""], ["4 B", "4 B", "", ""]) == ["4 A", "4 B", "", ""])
        #expect(try Self.merge(base, ["4 A", "", "", ""], ["5 B", "5 B", "", "", ""]) == ["5 B", "5 B", "", "", ""])
    }

    @Test("One side brings versions back, or names the release")
    func restoring() throws {
        let base = ["4 A", "4 A", "", ""]
        #expect(try Self.merge(base, ["4 A", "", "", ""], base) == ["4 A", "", "", ""])
        #expect(try Self.merge(base, base, ["", "", "", ""]) == ["", "", "", ""])
        #expect(try Self.merge(base, ["4 A", "", "", ""], ["4 B", "4 B", "", ""]) == ["4 B", "4 B", "", ""])
        // What comes before a retired version is retired.
        #expect(try Self.merge(base, ["", "", "", ""], ["4 A", "4 A", "4 C", ""]) == ["4 A", "4 A", "4 C", ""])
    }
}
