import ApusReports

/// A model's history as JSON. Every record has all keys but those that are left out without a value.
struct LogRecord: Encodable {
    struct Step: Encodable {
        let from: String
        /// The versions that a direct mapping skips.
        var skips: [String]?
        let verdict: String
        let summary: String
        let added: Int
        let changed: Int
        let removed: Int
        @OrNull var mapping: String?

        init(_ step: HistoryLog.Step) {
            from = step.from
            skips = step.skipped.isEmpty ? nil : step.skipped
            (verdict, summary) = (step.verdict, step.summary)
            (added, changed, removed) = (step.added, step.changed, step.removed)
            mapping = step.mapping
        }
    }

    struct Entry: Encodable {
        let version: String
        @OrNull var entities: Int?
        @OrNull var stage: Step?
        var direct: [Step]?
    }

    struct Retired: Encodable {
        let version: String
        let newest: String
        @OrNull var release: String?
    }

    /// The version of this output format.
    var format = 1
    let model: String
    let versions: [Entry]
    let retired: [Retired]

    init(_ log: HistoryLog) {
        model = log.model
        versions = log.entries.map { entry in
            var record = Entry(version: entry.version)
            record.entities = entry.entities
            record.stage = entry.stage.map(Step.init)
            record.direct = entry.direct.isEmpty ? nil : entry.direct.map(Step.init)
            return record
        }
        retired = log.retired.map { one in
            var record = Retired(version: one.version, newest: one.newest)
            record.release = one.release
            return record
        }
    }
}
