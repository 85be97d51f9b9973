/// Changes of a write-ahead log that SQLite takes for its own (<https://sqlite.org/fileformat2.html>, section 4.1).
enum LogFrames {
    /// Sets a byte of a page in all frames, and the checksums of these and of those that follow.
    static func set(_ offset: Int, ofPage page: UInt32, to byte: UInt8, in log: inout [UInt8]) {
        func number(at index: Int, isLittle: Bool = false) -> UInt32 {
            let bytes = log[index..<index + 4]
            return isLittle
                ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }
        let (isLittle, size) = (log[3] & 1 == 0, Int(number(at: 8)))
        var (first, second) = (number(at: 24), number(at: 28))
        var start = 32
        while start + 24 + size <= log.count {
            if number(at: start) == page { log[start + 24 + offset] = byte }
            for index in [start] + Array(stride(from: start + 24, to: start + 24 + size, by: 8)) {
                first = first &+ number(at: index, isLittle: isLittle) &+ second
                second = second &+ number(at: index + 4, isLittle: isLittle) &+ first
            }
            let sums = [first, second].flatMap { sum in withUnsafeBytes(of: sum.bigEndian) { Array($0) } }
            log.replaceSubrange(start + 16..<start + 24, with: sums)
            start += 24 + size
        }
    }
}
