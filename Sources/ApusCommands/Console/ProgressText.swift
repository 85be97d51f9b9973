import ApusDiagnostics
import ApusReports

/// How far some work is, as text.
struct ProgressText {
    /// What is worked on, such as a store.
    let name: String
    /// The current step; may be empty.
    let work: String
    /// The number of units that are done, at most ``total``.
    let done: Int
    /// The number of all units; `nil` if it is unknown.
    let total: Int?
    /// The units in the plural; may be empty.
    let units: String
    /// The part that is done, from 0 to 1; 0 if it is unknown.
    var part: Double
    /// Whether all work is done when all units are. The steps at the end of a migration copy no row.
    var isComplete = true
    /// The seconds since the work has begun.
    var seconds: Double = 0

    init(name: String, work: String, done: Int, of total: Int?, _ units: String) {
        self.name = name
        self.work = work
        let known = total.flatMap { $0 > 0 ? $0 : nil }
        self.total = known
        self.done = max(0, min(done, known ?? done))
        self.units = units
        part = known.map { min(1, Double(max(0, done)) / Double($0)) } ?? 0
    }

    /// The line on a terminal: with a bar and everything else that fits into the columns.
    func line(columns: Int) -> String {
        let clock = seconds.shownAsClock
        let title = work.isEmpty ? name : "\(name): \(work)"
        guard total != nil, done > 0 else {
            let count = done > 0 ? "\(amount), \(rate)" : nil
            return Self.longest(
                [
                    [title, count, clock].compactMap { $0 }.joined(separator: "  "),
                    [count ?? title, clock].joined(separator: "  "), count ?? title, clock,
                ],
                columns
            )
        }
        // The last percent is that of work which is done.
        let percent = "\(part < 1 || !isComplete ? min(99, Int(100 * part)) : 100) %"
        let times = left.map { "\(clock), \($0.shownAsClock) left" } ?? clock
        return Self.longest(
            [
                "\(title)  \(bar(24)) \(percent)  \(amount), \(rate)  \(times)",
                "\(title)  \(bar(12)) \(percent)  \(amount)  \(times)",
                "\(work.isEmpty ? name : work)  \(bar(12)) \(percent)  \(amount)  \(times)",
                "\(bar(12)) \(percent)  \(amount)  \(times)",
                "\(bar(12)) \(percent)  \(times)",
                "\(bar(6)) \(percent)  \(clock)",
                percent,
            ],
            columns
        )
    }

    /// The line in a log.
    var logged: String {
        let title = work.isEmpty ? name : "\(name): \(work)"
        if done == 0 { return title }
        let remaining = left.map { ", about \(Int($0.rounded(.up)).grouped) s left" } ?? ""
        return "\(title), \(amount), \(perSecond) a second\(remaining)"
    }

    private var amount: String {
        let count = total.map { "\(done.grouped)/\($0.grouped)" } ?? done.grouped
        return units.isEmpty ? count : "\(count) \(units)"
    }

    private var rate: String { "\(perSecond)/s" }

    private var perSecond: String {
        let rate = Double(done) / max(seconds, 0.001)
        return rate < 10 ? "\(Double(Int(rate * 10)) / 10)" : Int(rate).grouped
    }

    /// The seconds that the rest takes, at the pace so far.
    private var left: Double? {
        guard let total, done > 0, done < total else { return nil }
        return Double(total - done) * seconds / Double(done)
    }

    private func bar(_ width: Int) -> String {
        let full = min(isComplete ? width : width - 1, Int(Double(width) * part))
        return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: width - full))]"
    }

    private static func longest(_ texts: [String], _ columns: Int) -> String {
        let shown = texts.map(\.shown)
        return shown.first { $0.displayWidth <= columns } ?? String((shown.last ?? "").prefix(max(0, columns)))
    }
}
