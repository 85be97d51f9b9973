extension String {
    /// The text of UTF-8 bytes; `nil` if they are none. (`String(validating:as:)` needs a newer system than the package.)
    package init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        if !utf8.elementsEqual(bytes) { return nil }
    }
}
