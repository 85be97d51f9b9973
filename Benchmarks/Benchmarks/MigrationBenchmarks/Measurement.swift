import Foundation

/// What one process took.
struct Measurement {
    var seconds: Double
    /// Of the processors, in the process and in the kernel.
    var processor: Double = 0
    /// Resident memory at its highest, in megabytes of 1,000,000 bytes.
    var memory: Double
    /// The store's file at its largest, and after that the log or journal, in megabytes.
    var file: Double = 0
    var journal: Double = 0

    /// Runs a program to its end and watches a store meanwhile.
    static func run(_ arguments: [String], watching store: String) throws -> Measurement {
        var child: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let clock = ContinuousClock()
        let begin: ContinuousClock.Instant = clock.now
        guard posix_spawnp(&child, arguments[0], nil, nil, &words, environ) == 0 else {
            throw Failure("\(arguments[0]) cannot be started")
        }
        var usage = rusage()
        var status: Int32 = 0
        var peak: (file: Int, journal: Int) = (0, 0)
        var memory = 0
        while wait4(child, &status, WNOHANG, &usage) == 0 {
            memory = max(memory, Self.memory(of: child))
            peak.file = max(peak.file, size(store))
            peak.journal = max(peak.journal, size(store + "-wal"), size(store + "-journal"))
            usleep(500)
        }
        let took: Duration = begin.duration(to: clock.now)
        guard status == 0 else { throw Failure("\(arguments.joined(separator: " ")) failed: \(status)") }
        #if canImport(Darwin)
        memory = Int(usage.ru_maxrss)
        #endif
        return Measurement(
            seconds: took / .seconds(1),
            processor: usage.ru_utime.seconds + usage.ru_stime.seconds,
            memory: Double(memory) / 1e6,
            file: Double(peak.file) / 1e6,
            journal: Double(peak.journal) / 1e6
        )
    }

    /// The memory of a process at its highest so far, in bytes. What Linux tells of a process that has ended counts the
    /// program that started it as well.
    private static func memory(of process: pid_t) -> Int {
        #if canImport(Darwin)
        return 0
        #else
        guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
        defer { fclose(file) }
        var line: [CChar] = Array(repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("VmHWM:") { return (Int(text.filter(\.isNumber)) ?? 0) * 1024 }
        }
        return 0
        #endif
    }

    private static func size(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension [Measurement] {
    /// The middle of each figure.
    var median: Measurement {
        func middle(_ value: (Measurement) -> Double) -> Double { map(value).sorted()[count / 2] }
        return Measurement(
            seconds: middle(\.seconds),
            processor: middle(\.processor),
            memory: middle(\.memory),
            file: middle(\.file),
            journal: middle(\.journal)
        )
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
