import ApusSchema

/// A value that an expression of a mapping reads: one of the older object, or of an object that it refers to.
indirect enum OlderValue: ExpressionLeaf {
    /// A value of the object: the name of the attribute, then those of the parts of composites.
    case attribute([String], ScalarType, isRequired: Bool)
    /// The identity of the object at the other end of a to-one relationship.
    case reference(ElementPath)
    /// A value of the object at the other end of a to-one relationship.
    case related(ElementPath, OlderValue)
    /// An aggregate of a value of the objects of a to-many relationship; without a function and a value, their number.
    case gathered(ExpressionFunction?, ElementPath, OlderValue?)
    /// A value of the first or the last object of a to-many relationship; without a value, its identity.
    case one(Mapping.Duplicates, ElementPath, OlderValue?)

    /// Whether every object has the value. An object at the other end of a relationship may be missing.
    var isNeverNull: Bool {
        switch self {
        case .attribute(_, _, let isRequired): isRequired
        // The sum of infinite numbers may have no result.
        case .gathered(let function, _, _): function == nil || function == .sum && !type.isBinary
        case .one: false
        case .reference(let path): path.property == ElementList.source
        // An element of a list has the object that has the list.
        case .related(let path, let value): path.property == ElementList.source && value.isNeverNull
        }
    }

    /// Whether the type may be unable to hold the value, as a sum. One of `double` is rounded like any other.
    var mayExceedType: Bool {
        switch self {
        case .attribute, .reference: false
        case .related(_, let value): value.mayExceedType
        case .one(_, _, let value): value?.mayExceedType ?? false
        case .gathered(let function, _, let value):
            function == .sum && type != .double || value?.mayExceedType == true
        }
    }

    /// The type of the value.
    var type: ScalarType {
        switch self {
        case .attribute(_, let type, _): type
        case .reference: .int64
        case .related(_, let value): value.type
        case .one(_, _, let value): value?.type ?? .int64
        case .gathered(let function, _, let value):
            value.flatMap { function?.resultType(of: $0.type) } ?? .int64
        }
    }
}

extension ExpressionFormat.CollectionOperator {
    /// The function of the operator; `nil` for the number of the objects.
    var function: ExpressionFunction? {
        switch self {
        case .count: nil
        case .sum: .sum
        case .average: .average
        case .minimum: .minimum
        case .maximum: .maximum
        }
    }
}
