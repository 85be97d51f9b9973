#if !canImport(CryptoKit)
/// SHA-256 without a library. Names and numbers are those of FIPS 180-4.
struct PortableSHA256 {
    private static let blockSize = 64

    /// Section 4.2.2: the fractional parts of the cube roots of the first 64 primes.
    private static let k: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// Section 5.3.3: the fractional parts of the square roots of the first eight primes.
    private var state = SIMD8<UInt32>(
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19
    )

    /// The last bytes, fewer than a block.
    private var tail: [UInt8] = []

    private var count: UInt64 = 0

    mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var start = 0
        if !tail.isEmpty {
            start = min(Self.blockSize - tail.count, bytes.count)
            tail += bytes[..<start]
            guard tail.count == Self.blockSize else { return }
            state = tail.withUnsafeBytes { Self.state(state, after: $0) }
            tail.removeAll(keepingCapacity: true)
        }
        let end = bytes.count - (bytes.count - start) % Self.blockSize
        state = Self.state(state, after: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        tail += bytes[end...]
    }

    /// Section 5.1.1: a bit, zeros up to the end of a block but for eight bytes, and there the number of bits.
    func finalize() -> [UInt8] {
        var padding: [UInt8] = [0x80]
        padding += repeatElement(0, count: (2 * Self.blockSize - 9 - tail.count) % Self.blockSize)
        padding += withUnsafeBytes(of: (count &* 8).bigEndian, Array.init)
        var last = self
        padding.withUnsafeBytes { last.update(bufferPointer: $0) }
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        for index in last.state.indices {
            withUnsafeBytes(of: last.state[index].bigEndian) { digest += $0 }
        }
        return digest
    }

    /// Section 6.2.2, for as many blocks as there are.
    private static func state(_ state: SIMD8<UInt32>, after blocks: UnsafeRawBufferPointer) -> SIMD8<UInt32> {
        var state = state
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: k.count) { w in
            k.withUnsafeBufferPointer { k in
                for block in stride(from: 0, to: blocks.count, by: blockSize) {
                    schedule(blocks, from: block, in: w)
                    state = compressed(state, w, k)
                }
            }
        }
        return state
    }

    /// Section 6.2.2, step 1: the message schedule of a block.
    private static func schedule(
        _ bytes: UnsafeRawBufferPointer,
        from start: Int,
        in w: UnsafeMutableBufferPointer<UInt32>
    ) {
        for t in 0..<16 {
            w[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start &+ t &* 4, as: UInt32.self))
        }
        for t in 16..<64 {
            let (far, near) = (w[t &- 15], w[t &- 2])
            let sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ far &>> 3
            let sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ near &>> 10
            w[t] = sigma1 &+ w[t &- 7] &+ sigma0 &+ w[t &- 16]
        }
    }

    /// Section 6.2.2, steps 2 to 4.
    private static func compressed(
        _ state: SIMD8<UInt32>,
        _ w: UnsafeMutableBufferPointer<UInt32>,
        _ k: UnsafeBufferPointer<UInt32>
    ) -> SIMD8<UInt32> {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        // Eight rounds bring each variable back to its own name, so that none is moved.
        for t in stride(from: 0, to: 64, by: 8) {
            round(a, b, c, &d, e, f, g, &h, k[t] &+ w[t])
            round(h, a, b, &c, d, e, f, &g, k[t &+ 1] &+ w[t &+ 1])
            round(g, h, a, &b, c, d, e, &f, k[t &+ 2] &+ w[t &+ 2])
            round(f, g, h, &a, b, c, d, &e, k[t &+ 3] &+ w[t &+ 3])
            round(e, f, g, &h, a, b, c, &d, k[t &+ 4] &+ w[t &+ 4])
            round(d, e, f, &g, h, a, b, &c, k[t &+ 5] &+ w[t &+ 5])
            round(c, d, e, &f, g, h, a, &b, k[t &+ 6] &+ w[t &+ 6])
            round(b, c, d, &e, f, g, h, &a, k[t &+ 7] &+ w[t &+ 7])
        }
        return state &+ SIMD8(a, b, c, d, e, f, g, h)
    }

    /// Step 3. Its renaming of the variables (h = g, g = f, …) is the order of the next round's arguments.
    @inline(__always)
    private static func round(
        _ a: UInt32,
        _ b: UInt32,
        _ c: UInt32,
        _ d: inout UInt32,
        _ e: UInt32,
        _ f: UInt32,
        _ g: UInt32,
        _ h: inout UInt32,
        _ keyedWord: UInt32
    ) {
        let choice = (e & f) ^ (~e & g)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        let t1 = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ keyedWord
        d &+= t1
        h = t1 &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &>> bits | word &<< (32 &- bits)
    }
}
#endif
