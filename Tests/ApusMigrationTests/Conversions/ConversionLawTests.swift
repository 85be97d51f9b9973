import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// What a conversion says of itself holds for every value, and says no less than it could.
@Suite("The laws of conversions")
struct ConversionLawTests {
    private static let seeds: ClosedRange<UInt64> = 1...20

    private static let all: [Conversion] = ScalarType.allCases.flatMap { from in
        ScalarType.allCases.flatMap { Conversion.conversions(from: from, to: $0) }
    }

    private static let samples: [ScalarType: [(value: StoredValue, origin: String)]] = {
        var samples: [ScalarType: [(value: StoredValue, origin: String)]] = [:]
        for type in ScalarType.allCases {
            samples[type] = ConversionSamples.edges(of: type).map { ($0, $0.notation) }
            for seed in seeds {
                samples[type]? += ConversionSamples.random(of: type, seed: seed).map {
                    ($0, "\($0.notation), seed \(seed)")
                }
            }
        }
        return samples
    }()

    private func samples(_ type: ScalarType) -> [(value: StoredValue, origin: String)] { Self.samples[type] ?? [] }

    private func name(_ conversion: Conversion) -> String {
        "\(conversion.from.rawValue) to \(conversion.to.rawValue), \(conversion.name)"
    }

    /// A column holds no negative zero, so none counts as different from zero.
    private func exact(_ value: StoredValue) -> String {
        value == .real(0) ? "0.0" : value.notation
    }

    @Test("What comes out is a value of the type, and what fails, fails for a reason that was named", arguments: all)
    func results(_ conversion: Conversion) {
        var isFailing = false
        for (value, origin) in samples(conversion.from) {
            do throws(ConversionFailure) {
                let result: StoredValue = try conversion(value)
                #expect(result.isValue(of: conversion.to), "\(name(conversion)): \(origin) → \(result.notation)")
                #expect(result != .null, "\(name(conversion)): \(origin)")
                if !conversion.isIdentity {
                    #expect(result.notation != "-0.0", "\(name(conversion)): \(origin)")
                }
            } catch {
                isFailing = true
                #expect(
                    conversion.failure?.contains(error.reason.summary) == true,
                    "\(name(conversion)): \(origin): \(error)"
                )
                #expect(error.value.notation == value.notation)
            }
        }
        #expect(isFailing == conversion.canFail, "\(name(conversion))")
        #expect((conversion.failure == nil) == !conversion.canFail, "\(name(conversion))")
        #expect((try? conversion(.null)) == .null)
    }

    @Test("Every failure that is named happens", arguments: all)
    func failures(_ conversion: Conversion) {
        let summaries: [String] = samples(conversion.from).compactMap { sample in
            do throws(ConversionFailure) {
                _ = try conversion(sample.value)
                return nil
            } catch {
                return error.reason.summary
            }
        }
        var words: String = conversion.failure ?? ""
        // Longest first, since one may be the begin of another.
        for summary in Set(summaries).sorted(by: { $0.count > $1.count }) { words = words.replacing(summary, with: "") }
        #expect(words.replacing(" or ", with: "").replacing(", ", with: "") == "", "\(name(conversion)): \(words)")
    }

    @Test("Exact is what never fails and keeps values apart, and nothing else", arguments: all)
    func exactness(_ conversion: Conversion) {
        var sources: [String: String] = [:]
        var isInjective = true
        for (value, origin) in samples(conversion.from) {
            guard let result = try? conversion(value) else { continue }
            let other: String? = sources.updateValue(exact(value), forKey: result.notation)
            if other != nil, other != exact(value) { isInjective = false }
            if conversion.isExact {
                #expect(other == nil || other == exact(value), "\(name(conversion)): \(origin) and \(other ?? "")")
            }
        }
        #expect(conversion.isExact == (isInjective && !conversion.canFail), "\(name(conversion))")
    }

    @Test("An identity keeps the bits, and what keeps the bits of every value is one", arguments: all)
    func identity(_ conversion: Conversion) {
        let isIdentity = samples(conversion.from).allSatisfy { sample in
            (try? conversion(sample.value))?.notation == sample.value.notation
        }
        // Only an identity passes a negative zero on.
        #expect(conversion.isIdentity == isIdentity, "\(name(conversion))")
    }

    @Test("A lenient conversion gives what the strict one gives, or null", arguments: all)
    func leniency(_ conversion: Conversion) throws {
        #expect((conversion.lenient != nil) == conversion.canFail)
        guard let lenient = conversion.lenient else {
            #expect(Conversion(conversion.name + "OrNull", from: conversion.from, to: conversion.to) == nil)
            return
        }
        #expect(lenient.name == conversion.name + "OrNull")
        #expect(Conversion(lenient.name, from: lenient.from, to: lenient.to) == lenient)
        #expect(Conversion(conversion.name, from: lenient.from, to: lenient.to) == conversion)
        #expect(!lenient.canFail && !lenient.isExact && !lenient.isIdentity && lenient.failure == conversion.failure)
        for (value, origin) in samples(conversion.from) {
            let strict: StoredValue = (try? conversion(value)) ?? .null
            #expect(try lenient(value).notation == strict.notation, "\(name(lenient)): \(origin)")
        }
    }

    @Test("One conversion undoes another exactly where it gives every value back", arguments: all)
    func undoing(_ earlier: Conversion) {
        for later in Conversion.conversions(from: earlier.to, to: earlier.from) {
            var counterexample: String?
            for (value, origin) in samples(earlier.from) {
                guard let between = try? earlier(value) else { continue }
                let back: StoredValue? = try? later(between)
                if back.map(exact) != exact(value) {
                    counterexample = "\(origin) → \(between.notation) → \(back?.notation ?? "failure")"
                }
            }
            #expect(
                later.undoes(earlier) == (counterexample == nil),
                "\(name(earlier)), \(name(later)): \(counterexample ?? "none")"
            )
            if let lenient = later.lenient { #expect(lenient.undoes(earlier) == later.undoes(earlier)) }
            if let lenient = earlier.lenient { #expect(!later.undoes(lenient)) }
        }
    }

    @Test("The inferred conversion is exact, comes first, and is the only one of its kind")
    func inference() {
        for from in ScalarType.allCases {
            for to in ScalarType.allCases {
                let conversions: [Conversion] = Conversion.conversions(from: from, to: to)
                let inferred: Conversion? = .inferred(from: from, to: to)
                #expect(Set(conversions.map(\.name)).count == conversions.count)
                if let inferred {
                    #expect(inferred.isExact && conversions.first == inferred)
                    #expect(from != to || inferred.isIdentity)
                } else {
                    #expect(from != to)
                }
            }
        }
    }
}
