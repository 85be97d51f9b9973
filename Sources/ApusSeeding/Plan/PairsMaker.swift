import ApusSchema

/// Makes the pairs of one relationship, in the order of sources and targets.
struct PairsMaker: Sendable {
    /// The relationship that holds the pairs.
    let path: ElementPath

    /// The fields of a pair, in the order of its extent.
    let fields: [Field]

    /// The identity of the first source.
    let first: Int

    /// The pairs.
    let list: PairList

    /// Hands over each pair's values, in the order of the fields.
    func forEach(_ body: ([StoredValue]) throws -> Void) rethrows {
        var places: [Int: Int64] = [:]
        let hasSourcePlaces: Bool = fields.contains(.sourcePlace)
        var values: [StoredValue] = fields.map { _ in .null }
        for source in list.starts.indices.dropLast() {
            let range: Range<Int> = list.starts[source]..<list.starts[source + 1]
            // In the order of the primary key, so that they are all added at the table's end.
            for index in range.sorted(by: { list.targets[$0] < list.targets[$1] }) {
                let target: Int = list.targets[index]
                if hasSourcePlaces { places[target, default: 0] += ReferencePlan.gap }
                for (position, field) in fields.enumerated() {
                    switch field {
                    case .source: values[position] = .integer(Int64(first + source))
                    case .target: values[position] = .integer(Int64(target))
                    case .targetPlace:
                        values[position] = .integer(Int64(index - range.lowerBound + 1) * ReferencePlan.gap)
                    case .sourcePlace: values[position] = .integer(places[target] ?? ReferencePlan.gap)
                    default: break
                    }
                }
                try body(values)
            }
        }
    }
}
