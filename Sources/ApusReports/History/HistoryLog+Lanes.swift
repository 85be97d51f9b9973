extension HistoryLog {
    /// A line beside that of all versions, for a direct mapping.
    package struct Lane: Hashable, Sendable {
        /// The index of the entry at which it ends, from the newest one.
        package let top: Int
        /// The index of the entry at which it starts.
        package let bottom: Int
    }

    /// The lanes of each column beside the versions. Those of a column do not touch each other.
    package var lanes: [[Lane]] {
        let indices = Dictionary(entries.enumerated().map { ($1.version, $0) }) { first, _ in first }
        var columns: [[Lane]] = []
        for (top, entry) in entries.enumerated() {
            for step in entry.direct {
                guard let bottom = indices[step.from], bottom > top else { continue }
                let column = columns.firstIndex { $0.allSatisfy { $0.bottom < top } } ?? columns.count
                if column == columns.count { columns.append([]) }
                columns[column].append(Lane(top: top, bottom: bottom))
            }
        }
        return columns
    }
}
