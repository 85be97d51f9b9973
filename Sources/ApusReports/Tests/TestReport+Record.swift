extension TestReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case format, models, problems, seconds, summary
    }

    /// Encodes the report for programs.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .format)
        try container.encode(models, forKey: .models)
        try container.encode(problems, forKey: .problems)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(summary, forKey: .summary)
    }
}

extension TestReport.Sample: Encodable {
    private enum CodingKeys: String, CodingKey {
        case row, before, after
    }

    /// Encodes all keys; a value that is missing is null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row, forKey: .row)
        try container.encode(before, forKey: .before)
        try container.encode(after, forKey: .after)
    }
}
