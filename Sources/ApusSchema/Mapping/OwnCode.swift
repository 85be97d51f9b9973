/// Code of an app that migrated a stage before it was imported, and that no mapping says.
package struct OwnCode: Hashable, Sendable {
    /// What the code did with an element.
    package struct Work: Hashable, Sendable {
        /// The element of the newer version; `nil` if it has none.
        package let path: ElementPath?
        /// What the code did, as a sentence without a period.
        package let text: String

        /// Creates the work.
        package init(path: ElementPath?, text: String) {
            self.path = path
            self.text = text
        }
    }

    /// Where the code is, as messages show it: the mapping models, and the classes with their files.
    package let location: String

    /// What the code did that a mapping does not say yet.
    package let work: [Work]

    /// Creates the code.
    package init(location: String, work: [Work]) {
        self.location = location
        self.work = work
    }

    /// Returns whether the code made the values of an element, or the objects that have it.
    package func made(_ path: ElementPath) -> Bool {
        work.contains { $0.path == path || $0.path == ElementPath(path.entity) }
    }
}
