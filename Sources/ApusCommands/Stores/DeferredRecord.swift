import ApusReports
import ApusStore

/// Work that a migration left for later, as it is printed.
struct DeferredRecord: Encodable {
    /// `column` or `index`.
    let kind: String
    let table: String
    /// The name that the column had, or that the index gets.
    let name: String
    /// The work as part of a message.
    let text: String

    init(_ work: DeferredWork) {
        kind = work.kind.rawValue
        table = work.table
        name = work.name
        text = "\(work)"
    }

    private enum CodingKeys: String, CodingKey { case kind, table, name }

    /// The work as a plan shows it.
    var deferral: StoreWork.Deferral {
        switch kind {
        case "column": StoreWork.Deferral(name: "\(table).\(name)", text: "its column is dropped")
        default: StoreWork.Deferral(name: name, text: "this index is created")
        }
    }

    /// The records of some work; `nil` if there is none, so that the key is left out.
    static func records(_ work: [DeferredWork]) -> [DeferredRecord]? {
        work.isEmpty ? nil : work.map { DeferredRecord($0) }
    }
}

extension [DeferredRecord] {
    /// A line for each, which says what is left.
    var lines: [String] { map { "  left for later: \($0.text)" } }
}
