import Apus
import ApusTestSupport
import Testing

/// However deeply a predicate is nested, it is answered or refused.
struct DeepPredicateTests {
    private func filled() throws -> (TemporaryStore, ModelContext) {
        let store = try TemporaryStore()
        let context = try store.open()
        for nights in 0..<4 { context.insert(Trip(name: "\(nights)", nights: Int32(nights))) }
        try context.save()
        return (store, context)
    }

    /// Whether a fetch refuses a predicate; it must be for this reason.
    private func isRefused(_ predicate: ModelPredicate<Trip>, _ context: ModelContext) throws -> Bool {
        do {
            _ = try context.fetch(FetchDescriptor(where: predicate))
            return false
        } catch ModelError.unsupportedPredicate(_, let reason) {
            #expect(reason.contains("nested"))
            return true
        }
    }

    @Test(arguments: [20, 45, 60, 100, 3400]) func alternatingConditions(_ depth: Int) throws {
        let (store, context) = try filled()
        defer { _ = store }
        for isDeepFirst in [true, false] {
            var predicate: ModelPredicate<Trip> = Trip.columns.nights == 1
            for level in 0..<depth {
                let other: ModelPredicate<Trip> = Trip.columns.nights == Int32(level % 3)
                predicate =
                    switch (level.isMultiple(of: 2), isDeepFirst) {
                    case (true, true): predicate || other
                    case (true, false): other || predicate
                    case (false, true): predicate && !other
                    case (false, false): !other && predicate
                    }
            }
            // What is between the two depends on SQLite's parser.
            let isRefused = try isRefused(predicate, context)
            if depth <= 20 { #expect(!isRefused) } else if depth > 50 { #expect(isRefused) }
        }
    }

    @Test(arguments: [20, 60, 3400]) func negationsAndSums(_ depth: Int) throws {
        let (store, context) = try filled()
        defer { _ = store }
        var predicate: ModelPredicate<Trip> = Trip.columns.nights == 1
        var sum = Trip.columns.nights
        for _ in 0..<depth {
            predicate = !predicate
            sum = sum + 1
        }
        #expect(try isRefused(predicate, context) == (depth > 50))
        #expect(try isRefused(sum > Int32(depth), context) == (depth > 50))
        if depth <= 50 {
            #expect(try context.fetchCount(FetchDescriptor(where: predicate)) == 1)
            #expect(try context.fetchCount(FetchDescriptor(where: sum > Int32(depth))) == 3)
        }
    }

    @Test func whatSQLiteCannotParse() throws {
        let (store, context) = try filled()
        defer { _ = store }
        var text = "1"
        for _ in 0..<30 { text = "TERNARY(nights > 2, 2, \(text))" }
        #expect(try isRefused(ModelPredicate(format: "nights > \(text)"), context))
        #expect(try context.fetchCount(FetchDescriptor(where: ModelPredicate<Trip>(true))) == 4)
    }

    @Test(arguments: TestScale.seeds(20)) func aRandomPredicateIsAnsweredOrRefused(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (store, context) = try filled()
        defer { _ = store }
        var predicate: ModelPredicate<Trip> = Trip.columns.nights == 1
        var holds: (Int32) -> Bool = { $0 == 1 }
        for _ in 0..<Int.random(in: 0...60, using: &random) {
            let number = Int32.random(in: 0...3, using: &random)
            let (inner, known) = (predicate, holds)
            let other: ModelPredicate<Trip> = Trip.columns.nights <= number
            switch Int.random(in: 0...4, using: &random) {
            case 0: (predicate, holds) = (inner && other, { known($0) && $0 <= number })
            case 1: (predicate, holds) = (other && inner, { known($0) && $0 <= number })
            case 2: (predicate, holds) = (inner || other, { known($0) || $0 <= number })
            case 3: (predicate, holds) = (other || inner, { known($0) || $0 <= number })
            default: (predicate, holds) = (!inner, { !known($0) })
            }
        }
        if try isRefused(predicate, context) { return }
        let found = try context.fetch(FetchDescriptor(where: predicate)).map(\.nights)
        #expect(found == (0..<4).filter(holds), "seed \(seed)")
    }
}
