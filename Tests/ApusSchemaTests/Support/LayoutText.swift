import ApusSchema

extension Layout {
    /// The tables as a person reads them, a line each: `Trip(name string, tour → Tour?) index(tour)`.
    var text: String {
        tables.map(\.text).joined(separator: "\n")
    }
}

extension Table {
    fileprivate var text: String {
        let columns: [String] = columns.map { column in
            let mark: String = column.isNullable ? "?" : ""
            return switch column.field {
            case .identity: "#"
            case .entity: "@"
            case .attribute: "\(column.name) \(column.type.rawValue)\(mark)"
            case .lookup: "\(column.name) lookup"
            case .orderKey, .sourceOrderKey, .targetOrderKey: "\(column.name) place\(mark)"
            case .key, .source, .target: "\(column.name) → \(column.references ?? "nowhere")\(mark)"
            }
        }
        let indexes: [String] = indexes.map { index in
            " \(index.isUnique ? "unique" : "index")(\(index.columns.joined(separator: ", ")))"
        }
        return "\(name)(\(columns.joined(separator: ", ")))" + indexes.joined()
    }
}
