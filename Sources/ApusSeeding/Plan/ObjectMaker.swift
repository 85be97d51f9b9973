import ApusSchema

/// Makes the objects of one kind.
struct ObjectMaker: Sendable {
    /// Where one of an object's values comes from.
    enum Member: Sendable {
        /// The object's identity.
        case identity
        /// The store computes it.
        case derived
        /// A value of an attribute.
        case leaf(LeafMaker)
        /// The object that a relationship leads to.
        case key(ReferencePlan.Keys)
        /// The place among those that lead to the same object.
        case place(ReferencePlan.Keys)
    }

    /// The entity.
    let entity: String

    /// The identities.
    let identities: Range<Int>

    /// The fields of an object, in the order of its extent.
    let fields: [Field]

    /// Where the values come from.
    var members: [Member]

    /// The attributes or parts that have values.
    var leaves: [(path: [String], index: Int, maker: LeafMaker)] {
        zip(fields, members).enumerated().compactMap { index, pair in
            guard case (.attribute(let path), .leaf(let maker)) = pair else { return nil }
            return (path, index, maker)
        }
    }

    /// Makes an object's values, in the order of its fields.
    func fill(_ values: inout [StoredValue], identity: Int) {
        let row: Int = identity - identities.lowerBound
        for index in members.indices {
            switch members[index] {
            case .identity: values[index] = .integer(Int64(identity))
            case .derived: values[index] = .null
            case .leaf(let maker): values[index] = maker.value(row)
            case .key(let keys):
                let target: Int = keys.targets[identity - keys.first]
                values[index] = target == 0 ? .null : .integer(Int64(target))
            case .place(let keys):
                let place: Int64 = keys.places?[identity - keys.first] ?? 0
                values[index] = place == 0 ? .null : .integer(place)
            }
        }
    }
}
