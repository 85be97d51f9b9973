/// The random numbers of one property. Those of a row depend only on the seed, the names and the row.
///
/// Adding a property, an entity or a thousand rows therefore changes no other value.
struct RandomStream: Sendable {
    private let key: UInt64

    /// Creates the stream of the property with some names.
    init(seed: UInt64, _ names: [String]) {
        // FNV-1a over the names' bytes, each name terminated, so that `ab`, `c` differs from `a`, `bc`.
        var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
        for name in names {
            for byte in name.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3 }
            mixed = (mixed ^ 0xFF) &* 0x100_0000_01B3
        }
        var random = SplitMix64(seed: mixed ^ (seed &* 0xD6E8_FEB8_6659_FD93))
        self.key = random.next()
    }

    /// The numbers of a row.
    func numbers(of row: Int) -> SplitMix64 {
        SplitMix64(seed: key ^ (UInt64(truncatingIfNeeded: row) &* 0xD134_2543_DE82_EF95))
    }
}
