import ApusMigration
import ApusSchema
import GRDB

/// What is read once of a file, whatever the number of its models.
struct FileFacts {
    let pages: PageVerification

    /// The catalogue; `nil` if the damaged file has no readable one.
    let catalogue: LiveCatalogue?

    /// Whether the store's format enforces rules by triggers.
    let hasTriggers: Bool

    /// The objects that no model has.
    let additions: [StoreDifference]

    /// What is known of the external files.
    let files: FileStates

    /// The names of the external files that no row refers to.
    let orphans: [String]

    /// Reads the facts.
    ///
    /// - Parameters:
    ///   - pages: The check of the file's pages.
    ///   - files: Its external files.
    ///   - layouts: The layouts of all its models.
    ///   - db: The store.
    /// - Throws: `DatabaseError` if a file without damage cannot be read.
    init(pages: PageVerification, files: ExternalFiles, layouts: [Layout], _ db: Database) throws {
        self.pages = pages
        self.files = FileStates(files)
        let isWhole = pages.damages.isEmpty
        let found = Result { try LiveCatalogue(db) }
        // The damage is reported.
        catalogue = isWhole ? try found.get() : try? found.get()
        let format = try? Int.fetchOne(db, sql: "PRAGMA user_version")
        hasTriggers = (format ?? 0) >= StoreFormat.firstWithTriggers
        additions = catalogue?.additions(to: layouts, hasTriggers: hasTriggers) ?? []
        orphans = isWhole ? FileChecks.orphans(files.names(), db) : []
    }
}
