import ApusSchema
import ApusTestSupport

/// The values of each type that storing, converting and comparing go wrong with, each under its edge.
enum EdgeValues {
    static func values(of type: ScalarType) -> [(DataEdge, StoredValue)] { values[type] ?? [] }

    private static let values: [ScalarType: [(DataEdge, StoredValue)]] = Dictionary(
        uniqueKeysWithValues: ScalarType.allCases.map { type in
            (type, ValueGenerator.extremes(of: type).map { (edge(of: $0), $0.stored) })
        }
    )

    private static func edge(of value: Value) -> DataEdge {
        switch value {
        case .string(let text) where text.isEmpty: .empty
        case .data(let bytes) where bytes.isEmpty: .empty
        case .string(let text) where ValueGenerator.lookalikes.contains(text): .lookalike
        case .url(let text) where ValueGenerator.lookalikes.contains(text): .lookalike
        default: .extreme
        }
    }

    /// The edges that a value of a type is one of.
    static func edges(of value: StoredValue, _ type: ScalarType) -> [DataEdge] {
        if value == .null { return [.null] }
        return values(of: type).filter { $0.1 == value }.map(\.0)
    }
}
