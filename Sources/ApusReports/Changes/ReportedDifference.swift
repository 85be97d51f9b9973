package import ApusMigration

/// A difference with its text and its page in the documentation.
package protocol ReportedDifference: Difference {
    /// The page in the catalogue, which all values of the type share.
    static var page: ChangePage { get }

    /// The difference as a diff prints it.
    var words: ChangeWords { get }
}

extension Change {
    /// The difference with its text. A difference that no page documents is a defect of Apus.
    private var reported: any ReportedDifference {
        guard let reported = difference as? any ReportedDifference else {
            preconditionFailure("\(type(of: difference)) has no page in the catalogue")
        }
        return reported
    }

    /// The difference as a diff prints it.
    package var words: ChangeWords { reported.words }

    /// The change's name in machine-readable output.
    package var name: String { type(of: reported).page.name }
}
