import Foundation

/// The seconds that each kind of work took, in every run.
struct Times {
    private var entries: [(name: String, count: Int, seconds: [Double])] = []

    /// Measures a closure that returns with how many rows it had to do, and checks that number.
    mutating func measure(_ name: String, count: Int, _ body: () throws -> Int) rethrows {
        let begin: ContinuousClock.Instant = .now
        let done: Int = try body()
        let seconds: Double = begin.duration(to: .now) / .seconds(1)
        precondition(done == count, "\(name): \(done) instead of \(count)")
        note(name, count: count, seconds: seconds)
    }

    /// Notes the median, as a time of its own, and the longest of many.
    mutating func note(_ name: String, of seconds: [Double]) {
        let sorted: [Double] = seconds.sorted()
        note(name + ", median", count: 1, seconds: sorted[sorted.count / 2])
        note(name + ", 99 of 100", count: 1, seconds: sorted[sorted.count * 99 / 100])
    }

    /// Notes a time that was measured.
    mutating func note(_ name: String, count: Int, seconds: Double) {
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].seconds.append(seconds)
        } else {
            entries.append((name, count, [seconds]))
        }
    }

    /// Prints the medians, with the least and the most.
    func print() {
        for (name, count, seconds) in entries {
            let sorted: [Double] = seconds.sorted()
            let median: Double = sorted[sorted.count / 2]
            let name: String = name.padding(toLength: max(44, name.count), withPad: " ", startingAt: 0)
            let times = String(format: "%.3f s (%.3f-%.3f)", median, sorted[0], sorted[sorted.count - 1])
            Swift.print(name, times, String(format: "%.0f ns each", median / Double(count) * 1e9))
        }
    }
}
