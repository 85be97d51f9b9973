import Foundation

extension String {
    /// Whether the text is a valid `URL` without escaping; otherwise, the URL's text would differ from it.
    package var isURL: Bool {
        !isEmpty && URL(string: self, encodingInvalidCharacters: false)?.absoluteString.utf8.elementsEqual(utf8) == true
    }
}
