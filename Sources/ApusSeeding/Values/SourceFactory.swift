import ApusDiagnostics
import ApusSchema
import Foundation

/// Chooses the source of an attribute's values.
struct SourceFactory {
    let schema: Schema
    let profile: SeedProfile
    let seed: UInt64

    /// The number of attributes that may still get a megabyte value.
    var largeValues: Int = 3

    /// Chooses the source of a leaf's values.
    ///
    /// - Parameters:
    ///   - leaf: An attribute, or a part of one.
    ///   - path: The names of the entity and the properties, for messages.
    ///   - isExternal: Whether large values are kept in files.
    ///   - count: The number of distinct values that may be needed.
    /// - Returns: The source.
    /// - Throws: `SeedProblem` if no value is allowed, or none was found.
    mutating func source(
        of leaf: Schema.Leaf,
        path: [String],
        isExternal: Bool,
        count: Int
    ) throws(SeedProblem) -> any ValueSource {
        let attribute: Attribute = leaf.attribute
        switch attribute.type {
        case .scalar(.string):
            let texts: any ValueSource = try self.texts(of: attribute, path: path, count: count)
            return isExternal ? BytesSource(texts: texts) : texts
        case .scalar(let type): return try scalar(type, of: attribute, path: path, isExternal: isExternal)
        case .named(let name):
            let cases: [StoredValue] = schema.enumeration(name)?.cases.map(\.rawValue.stored) ?? []
            if cases.isEmpty { throw SeedProblem("the enum '\(name)' has no cases") }
            return ChoiceSource(values: cases, isEven: profile != .typical)
        case .codable: return CodedSource(jsonType: attribute.swiftType ?? "")
        case .transformable, .undefined: return CodedSource(jsonType: nil)
        }
    }

    private var isAdversarial: Bool { profile == .adversarial }

    private mutating func scalar(
        _ type: ScalarType,
        of attribute: Attribute,
        path: [String],
        isExternal: Bool
    ) throws(SeedProblem) -> any ValueSource {
        let topic = NumberTopic(attribute.name, isTiny: profile == .tiny)
        switch type {
        case .int16, .int32, .int64:
            let whole: ClosedRange<Int64> = type.integerRange ?? 0...0
            let least: Int64 = if case .int(let number)? = attribute.minimum { number } else { whole.lowerBound }
            let most: Int64 = if case .int(let number)? = attribute.maximum { number } else { whole.upperBound }
            guard least <= most else { throw Self.empty(path) }
            return IntegerSource(least...most, topic, isAdversarial: isAdversarial)
        case .bool: return TruthSource()
        case .double, .float:
            let isFloat = type == .float
            let greatest = isFloat ? Double(Float.greatestFiniteMagnitude) : .greatestFiniteMagnitude
            let limits = try Self.limits(of: attribute, greatest: greatest, path: path)
            let scale: Double = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][topic.fractionDigits]
            return NumberSource(
                limits,
                isFloat: isFloat,
                usual: Int(topic.range.lowerBound * scale)...Int(topic.range.upperBound * scale),
                per: scale,
                isTailed: topic.isTailed,
                extremes: isAdversarial ? Self.edges(isFloat: isFloat) + [limits.lowerBound, limits.upperBound] : []
            )
        case .date:
            let limits = try Self.limits(of: attribute, path: path)
            let (range, step): (ClosedRange<Int>, Int) = DateTopic(attribute.name).usual
            let unit: Int = profile == .tiny ? DateTopic.day : step
            return NumberSource(
                limits,
                isFloat: false,
                usual: range.lowerBound / unit...range.upperBound / unit,
                unit: Double(unit),
                isTailed: false,
                extremes: isAdversarial ? Self.dates + [limits.lowerBound, limits.upperBound] : []
            )
        case .decimal:
            var limits: [Decimal?] = [nil, nil]
            if case .decimal(let number)? = attribute.minimum { limits[0] = number }
            if case .decimal(let number)? = attribute.maximum { limits[1] = number }
            if let least = limits[0], let most = limits[1], most < least { throw Self.empty(path) }
            return DecimalSource(from: limits[0], to: limits[1], topic: topic, isAdversarial: isAdversarial)
        case .data:
            let hasLarge = isAdversarial && largeValues > 0
            if hasLarge { largeValues -= 1 }
            let most: Int = profile == .tiny ? 8 : isExternal ? 2000 : 256
            return DataSource((profile == .tiny ? 1 : 16)...most, isAdversarial: isAdversarial, hasLarge: hasLarge)
        case .uuid: return IdentifierSource(isAdversarial: isAdversarial)
        case .url: return AddressSource(isAdversarial: isAdversarial)
        case .string: return try texts(of: attribute, path: path, count: 1)
        }
    }

    private func texts(
        of attribute: Attribute,
        path: [String],
        count: Int
    ) throws(SeedProblem) -> any ValueSource {
        if let length = attribute.length, let least = length.minimum, let most = length.maximum, least > most {
            throw Self.empty(path)
        }
        if let least = attribute.length?.minimum, least > Self.longestText {
            throw SeedProblem(
                "the strings of '\(path.joined(separator: "."))' must have \(least) characters or more, and seeded ones "
                    + "have at most \(Self.longestText)",
                help: ["lower the minimum of its length"]
            )
        }
        guard let pattern = attribute.pattern else {
            return TextSource(TextTopic(attribute.name, of: path[0]), length: attribute.length, profile: profile)
        }
        var random: SplitMix64 = RandomStream(seed: seed, path + ["pattern"]).numbers(of: 0)
        let pool = PatternPool(pattern, length: attribute.length, count: max(64, count), using: &random)
        guard !pool.texts.isEmpty else {
            let length = attribute.length.map { " with \($0.text) characters" } ?? ""
            throw SeedProblem(
                "no text\(length) was found that matches the pattern '\(pattern)' of '\(path.joined(separator: "."))'",
                help: ["simplify the pattern, or allow other lengths"]
            )
        }
        return ChoiceSource(values: pool.texts.map { .text($0) })
    }

    /// The greatest number of characters of a string.
    private static let longestText: Int = 100_000

    private static func empty(_ path: [String]) -> SeedProblem {
        SeedProblem("the limits of '\(path.joined(separator: "."))' allow no value", help: ["correct the limits"])
    }

    /// The finite numbers within an attribute's limits.
    static func limits(
        of attribute: Attribute,
        greatest: Double = .greatestFiniteMagnitude,
        path: [String]
    ) throws(SeedProblem) -> ClosedRange<Double> {
        func number(_ value: Value?) -> Double? {
            switch value {
            case .double(let number), .date(let number): number
            default: nil
            }
        }
        let least: Double = max(number(attribute.minimum) ?? -greatest, -greatest)
        let most: Double = min(number(attribute.maximum) ?? greatest, greatest)
        guard least <= most else { throw empty(path) }
        return least...most
    }

    private static func edges(isFloat: Bool) -> [Double] {
        if isFloat {
            let numbers: [Float] = [
                .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
                .leastNormalMagnitude, 0.1, 0, -0.0, 16_777_216, .pi,
            ]
            return numbers.map { Double($0) }
        }
        return [
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            .leastNormalMagnitude, .leastNormalMagnitude.nextDown, 0.1, 0, -0.0, 1e23, 9_007_199_254_740_994, .pi,
        ]
    }

    /// Foundation's distant past and future, the calendar reform, fractions of a second, moments outside every
    /// calendar.
    private static let dates: [Double] = [
        -63_114_076_800, 64_092_211_200, 0, -978_307_200, -13_197_600_000, 0.000_000_1, 252_423_993_599.999,
        789_000_000.123_456_7, 1e15, -1e18, 1e300, .leastNonzeroMagnitude,
    ]
}
