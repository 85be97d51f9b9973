extension QueryExpression {
    /// Whether the value depends on other objects than the one that is asked.
    var readsOtherObjects: Bool {
        switch self {
        case .constant: false
        case .column(let object, _), .key(let object, _): object.isOther
        case .identity(let object), .kind(let object): object.isOther
        case .aggregate: true
        case .call(_, let arguments, _): arguments.contains(where: \.readsOtherObjects)
        case .conditional(let condition, let one, let other):
            condition.readsOtherObjects || one.readsOtherObjects || other.readsOtherObjects
        }
    }
}

extension QueryObject {
    fileprivate var isOther: Bool {
        switch self {
        case .scope(let scope, _): scope != 0
        case .kind(let object, _): object.isOther
        case .one, .element: true
        }
    }
}

extension QueryCondition {
    /// Whether the answer depends on other objects than the one that is asked.
    var readsOtherObjects: Bool {
        switch self {
        case .constant: false
        case .and(let conditions), .or(let conditions): conditions.contains(where: \.readsOtherObjects)
        case .not(let condition): condition.readsOtherObjects
        case .comparison(let one, _, let other, _), .text(let one, _, let other):
            one.readsOtherObjects || other.readsOtherObjects
        case .isOne(let value, let others): value.readsOtherObjects || others.contains(where: \.readsOtherObjects)
        case .exists: true
        }
    }
}
