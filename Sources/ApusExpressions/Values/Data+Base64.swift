package import Foundation

extension Data {
    /// Reads canonical Base64: padded, without white space or unused bits.
    ///
    /// Foundation also reads `AP9=` and `AA=A`, which are typing errors or damaged copies.
    package init?(canonicalBase64 text: String) {
        guard let bytes = Data(base64Encoded: text), bytes.base64EncodedString().utf8.elementsEqual(text.utf8) else {
            return nil
        }
        self = bytes
    }
}
