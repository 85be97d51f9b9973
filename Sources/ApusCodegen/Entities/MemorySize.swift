import ApusSchema

/// The memory that a stored property takes. An order that is made with a wrong size is a worse one, nothing else.
struct MemorySize {
    /// The number of bytes.
    let size: Int
    /// The number that addresses are multiples of.
    let alignment: Int

    init(_ size: Int, alignment: Int) { (self.size, self.alignment) = (size, alignment) }

    /// A size that is not known: that of some references.
    static let unknown = MemorySize(8, alignment: 8)

    /// The size of an optional value of a type of which each pattern of bits is a value.
    fileprivate var optional: MemorySize { MemorySize(size + 1, alignment: alignment) }
}

/// Returns elements in an order in which Swift lays them out one after the other with few gaps: those that end at a multiple of 8 bytes,
/// then those with a byte more, each followed by what fits behind it, then the small ones.
func packed<Element>(_ elements: [(Element, MemorySize)]) -> [Element] {
    func isLarge(_ one: (Element, MemorySize)) -> Bool { one.1.alignment == 8 }
    var packed = elements.filter { isLarge($0) && $0.1.size % 8 == 0 }.map(\.0)
    var small = elements.filter { !isLarge($0) }
    small.sort { $0.1.alignment > $1.1.alignment }
    for one in elements where isLarge(one) && one.1.size % 8 != 0 {
        packed.append(one.0)
        var end = one.1.size % 8
        while end < 8 {
            let fitting = small.firstIndex { end % $0.1.alignment == 0 && end + $0.1.size <= 8 }
            guard let fitting else {
                end += 1
                continue
            }
            end += small[fitting].1.size
            packed.append(small.remove(at: fitting).0)
        }
    }
    return packed + small.map(\.0)
}

extension AttributeSource {
    /// The memory that the stored property takes on systems of 64 bits.
    var memoryLayout: MemorySize {
        if externalTransformer != nil { return .unknown }
        switch kind {
        case .scalar(let type):
            let size = attribute.isInt ? MemorySize(8, alignment: 8) : type.memorySize
            let hasSpareBits = [.string, .data, .url, .bool].contains(type)
            return attribute.isOptional && !hasSpareBits ? size.optional : size
        // A case is a byte, in which an optional one finds room, too.
        case .enumeration: return MemorySize(1, alignment: 1)
        case .composite, .codable, .transformable, .undefined: return .unknown
        }
    }
}

extension ScalarType {
    /// The memory that a value takes.
    fileprivate var memorySize: MemorySize {
        switch self {
        case .bool: MemorySize(1, alignment: 1)
        case .int16: MemorySize(2, alignment: 2)
        case .int32, .float: MemorySize(4, alignment: 4)
        case .int64, .double, .date, .url: MemorySize(8, alignment: 8)
        case .string, .data: MemorySize(16, alignment: 8)
        case .uuid: MemorySize(16, alignment: 1)
        case .decimal: MemorySize(20, alignment: 4)
        }
    }
}
