/// The entities of `Graph.yaml`.
enum GraphEntity: CaseIterable {
    case node, list, label, leaf

    /// The relationships, in the order in which the model has them.
    var relationships: [GraphRelationship] { GraphRelationship.allCases.filter { $0.source == self } }
}

/// The relationships of `Graph.yaml`, as ``NaiveGraph`` knows them.
enum GraphRelationship: CaseIterable {
    case parent, children, spouse, friends, lists, label
    case whole, parts, twin, items, holders, seal, leaves, wards, heir, marks, target, team, teacher, pupils
    case nodes
    case node, sealed
    case stem

    /// What happens to the objects of the relationship when theirs is deleted.
    enum DeleteRule { case nullify, cascade, deny }

    /// The entity that has the relationship.
    var source: GraphEntity {
        switch self {
        case .nodes: .list
        case .node, .sealed: .label
        case .stem: .leaf
        default: .node
        }
    }

    /// The entity at the far end.
    var destination: GraphEntity {
        switch self {
        case .lists: .list
        case .label, .seal: .label
        case .leaves: .leaf
        default: .node
        }
    }

    /// The relationship of the far entity that is this one seen from there; `nil` if there is none.
    var inverse: GraphRelationship? {
        switch self {
        case .parent: .children
        case .children: .parent
        case .spouse: .spouse
        case .friends: .friends
        case .lists: .nodes
        case .nodes: .lists
        case .label: .node
        case .node: .label
        case .whole: .parts
        case .parts: .whole
        case .twin: .twin
        case .items: .holders
        case .holders: .items
        case .seal: .sealed
        case .sealed: .seal
        case .leaves: .stem
        case .stem: .leaves
        case .teacher: .pupils
        case .pupils: .teacher
        case .wards, .heir, .marks, .target, .team: nil
        }
    }

    /// Whether there may be many objects.
    var isToMany: Bool {
        switch self {
        case .children, .friends, .lists, .parts, .items, .holders, .leaves, .wards, .marks, .team, .pupils, .nodes:
            true
        default: false
        }
    }

    /// Whether the objects have an order.
    var isOrdered: Bool {
        switch self {
        case .lists, .parts, .items, .holders, .leaves, .wards, .nodes: true
        default: false
        }
    }

    /// The delete rule.
    var deleteRule: DeleteRule {
        switch self {
        case .parts, .twin, .items, .seal, .leaves, .wards, .heir: .cascade
        case .pupils: .deny
        default: .nullify
        }
    }

    /// Whether there must be an object.
    var isRequired: Bool { self == .stem }

    /// The number of objects that there are at least, if there is one.
    var minimum: Int { self == .team ? 2 : 0 }
}
