/// Code of an app that migrated a stage before it was imported.
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

    /// A line of a mapping that says what the code did.
    package struct Translation: Hashable, Sendable {
        /// The line.
        package let line: Mapping.Line
        /// What the line says, for the author if the stage cannot have it.
        package let work: [Work]
        /// The older entities of which the code dropped objects that the line does not take.
        package let dropped: [ElementPath]

        /// Creates a translation.
        package init(_ line: Mapping.Line, of work: [Work], dropping dropped: [ElementPath] = []) {
            (self.line, self.work, self.dropped) = (line, work, dropped)
        }
    }

    /// Where the code is, as messages show it: the mapping models, and the classes with their files.
    package let location: String

    /// What the code did that a mapping does not say yet.
    package let work: [Work]

    /// What the code did that lines of a mapping say.
    package let translations: [Translation]

    /// Creates the code.
    package init(location: String, work: [Work], translations: [Translation] = []) {
        self.location = location
        self.work = work
        self.translations = translations
    }

    /// Whether the code did something that only the author can write down.
    package var isOpen: Bool { !work.isEmpty }

    /// Returns whether the code made the values of an element, or the objects that have it, and no line says how.
    package func made(_ path: ElementPath) -> Bool {
        work.contains { $0.path == path || $0.path == ElementPath(path.entity) }
    }

    /// Returns the code without a translation, whose work is left to the author.
    ///
    /// - Parameters:
    ///   - translation: The translation.
    ///   - reason: The reason why the stage cannot have its line.
    /// - Returns: The code.
    package func leaving(_ translation: Translation, because reason: String) -> OwnCode {
        OwnCode(
            location: location,
            work: work.adding(translation.work.map { Work(path: $0.path, text: "\($0.text) (\(reason))") }),
            translations: translations.filter { $0 != translation }
        )
    }

    /// Returns the code together with more of the same stage.
    package func joined(with other: OwnCode) -> OwnCode {
        OwnCode(
            location: [location, other.location].joined(separator: "; "),
            work: work.adding(other.work),
            translations: translations.adding(other.translations)
        )
    }
}

extension Array where Element: Equatable {
    /// Returns the array with those of further elements that it does not have.
    fileprivate func adding(_ others: [Element]) -> [Element] {
        others.reduce(into: self) { if !$0.contains($1) { $0.append($1) } }
    }
}
