import ApusFiles
import ApusMigration

/// The same thing on the three sides of a merge.
struct Sides<Value> {
    var base: Value
    var ours: Value
    var theirs: Value

    subscript(side: SchemaMerge.Side) -> Value {
        switch side {
        case .base: base
        case .ours: ours
        case .theirs: theirs
        }
    }

    func map<Other>(_ transform: (SchemaMerge.Side, Value) throws -> Other) rethrows -> Sides<Other> {
        Sides<Other>(
            base: try transform(.base, base),
            ours: try transform(.ours, ours),
            theirs: try transform(.theirs, theirs)
        )
    }
}

extension Sides: Sendable where Value: Sendable {}
