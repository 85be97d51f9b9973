/// The kind of a finding and what it is about: the facts by which findings are compared and counted. Their messages are
/// never read.
package struct Topic: Hashable, Sendable {
    /// What the finding is about, as a list of such findings names it: `'Trip.name'`; empty if they are never listed.
    package let subject: String

    /// The kind: the line of code that makes such findings, and what else distinguishes them there.
    package let kind: [String]

    /// Creates a topic.
    ///
    /// - Parameters:
    ///   - subject: What the finding is about.
    ///   - facts: What distinguishes it from others that the same line of code makes, besides the subject.
    ///   - file: The file that makes such findings.
    ///   - line: The line there.
    package init(_ subject: String = "", _ facts: [String] = [], file: String = #fileID, line: Int = #line) {
        self.subject = subject
        kind = ["\(file):\(line)"] + facts
    }
}
