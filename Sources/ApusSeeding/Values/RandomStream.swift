/// The random numbers of one property: those of one row depend on nothing but the seed, the names and the row.
///
/// So a property more, an entity more or a thousand rows more change no other value.
struct RandomStream: Sendable {
    private let key: UInt64

    /// Creates the stream of what the names lead to.
    init(seed: UInt64, _ names: [String]) {
        // FNV-1a over the names' bytes, with an end to each, so that `ab`, `c` is not `a`, `bc`.
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
