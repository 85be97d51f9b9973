import ApusSchema

/// Makes the objects of one concrete entity.
struct ObjectMaker: Sendable {
    /// The source of one of an object's values.
    enum Member: Sendable {
        /// The object's identity.
        case identity
        /// The store computes the value.
        case derived
        /// The value of an attribute.
        case leaf(LeafMaker)
        /// The identity of the object that a relationship refers to.
        case key(ReferencePlan.Keys)
        /// The order key among the objects that refer to the same object.
        case orderKey(ReferencePlan.Keys)
    }

    /// The entity's name.
    let entity: String

    /// The objects' identities.
    let identities: Range<Int>

    /// The fields of an object, in the order of its extent.
    let fields: [Field]

    /// The source of each field's value.
    var members: [Member]

    /// The fields with attribute values.
    var leaves: [(path: [String], index: Int, maker: LeafMaker)] {
        zip(fields, members).enumerated().compactMap { index, pair in
            guard case (.attribute(let path), .leaf(let maker)) = pair else { return nil }
            return (path, index, maker)
        }
    }

    /// Makes an object's values, in the order of its fields.
    func fill(_ values: inout [StoredValue], identity: Int) {
        let row = identity - identities.lowerBound
        for index in members.indices {
            switch members[index] {
            case .identity: values[index] = .integer(Int64(identity))
            case .derived: values[index] = .null
            case .leaf(let maker): values[index] = maker.value(row)
            case .key(let keys):
                let target: Int = keys.targets[identity - keys.first]
                values[index] = target == 0 ? .null : .integer(Int64(target))
            case .orderKey(let keys):
                let orderKey: Int64 = keys.orderKeys?[identity - keys.first] ?? 0
                values[index] = orderKey == 0 ? .null : .integer(orderKey)
            }
        }
    }
}
