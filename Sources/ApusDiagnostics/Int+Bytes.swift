extension Int {
    /// The number of bytes in a readable unit, rounded up: `3 KB`, `262 MB`.
    package var shownAsBytes: String {
        self < 1_000_000 ? "\((self + 999) / 1000) KB" : "\((self + 999_999) / 1_000_000) MB"
    }
}
