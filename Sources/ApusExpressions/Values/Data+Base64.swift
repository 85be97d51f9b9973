package import Foundation

extension Data {
    /// Reads Base64 that is written as it is here: padded, without white space or bits left over.
    ///
    /// Foundation reads `AP9=` and `AA=A` too, which are slips of the pen, or of a copy.
    package init?(canonicalBase64 text: String) {
        guard let bytes = Data(base64Encoded: text), bytes.base64EncodedString().utf8.elementsEqual(text.utf8) else {
            return nil
        }
        self = bytes
    }
}
