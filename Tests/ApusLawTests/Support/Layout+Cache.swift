import ApusSchema
import Synchronization

extension Layout {
    private static let known = Mutex<[Schema: Layout]>([:])

    /// The layout of a schema, made once for the few schemas that a law asks about again and again.
    static func cached(_ schema: Schema) -> Layout {
        if let layout: Layout = known.withLock({ $0[schema] }) { return layout }
        let layout = Layout(schema)
        known.withLock { known in
            if known.count >= 64 { known.removeAll() }
            known[schema] = layout
        }
        return layout
    }
}
