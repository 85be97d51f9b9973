package import Foundation

extension String {
    /// Whether a store can keep the text as a URL; see ``Foundation/URL/init(storedText:)``.
    package var isURL: Bool { URL(storedText: self) != nil }
}

extension URL {
    /// Reads the text of a URL in a store.
    ///
    /// - Returns: The URL; `nil` if the text is not a URL without escaping: the URL's text would differ from it.
    package init?(storedText text: String) {
        if text.isEmpty { return nil }
        self.init(string: text, encodingInvalidCharacters: false)
        guard absoluteString.utf8.elementsEqual(text.utf8) else { return nil }
    }
}
