import Apus

/// An object of the graph, whose name is its number.
protocol NumberedObject: PersistentModel {
    /// The name.
    var name: String { get }
}

extension Node: NumberedObject {}
extension List: NumberedObject {}
extension Label: NumberedObject {}
extension Leaf: NumberedObject {}

/// The accessors of a relationship that the generated classes have.
struct GraphAccess {
    let get: (any NumberedObject) -> [any NumberedObject]
    let set: (any NumberedObject, [any NumberedObject]) -> Void
    var add: (any NumberedObject, any NumberedObject) -> Void = { _, _ in }
    var remove: (any NumberedObject, any NumberedObject) -> Void = { _, _ in }
    var insert: (any NumberedObject, any NumberedObject, Int) -> Void = { _, _, _ in }

    /// The accessors of a to-one relationship.
    static func one<Source: NumberedObject, Other: NumberedObject>(
        _ path: ReferenceWritableKeyPath<Source, Other?>
    ) -> GraphAccess {
        GraphAccess {
            (($0 as? Source)?[keyPath: path]).map { [$0] } ?? []
        } set: {
            ($0 as? Source)?[keyPath: path] = $1.first as? Other
        }
    }

    /// The accessors of a to-many relationship.
    static func many<Source: NumberedObject, Other: NumberedObject>(
        _ path: ReferenceWritableKeyPath<Source, [Other]>,
        add: @escaping (Source, Other) -> Void,
        remove: @escaping (Source, Other) -> Void,
        insert: @escaping (Source, Other, Int) -> Void = { _, _, _ in }
    ) -> GraphAccess {
        GraphAccess {
            ($0 as? Source)?[keyPath: path] ?? []
        } set: {
            ($0 as? Source)?[keyPath: path] = $1.compactMap { $0 as? Other }
        } add: {
            if let source = $0 as? Source, let other = $1 as? Other { add(source, other) }
        } remove: {
            if let source = $0 as? Source, let other = $1 as? Other { remove(source, other) }
        } insert: {
            if let source = $0 as? Source, let other = $1 as? Other { insert(source, other, $2) }
        }
    }
}

extension GraphRelationship {
    /// The accessors.
    var access: GraphAccess {
        switch self {
        case .parent: .one(\Node.parent)
        case .children:
            .many(\Node.children) {
                $0.addToChildren($1)
            } remove: {
                $0.removeFromChildren($1)
            }
        case .spouse: .one(\Node.spouse)
        case .friends:
            .many(\Node.friends) {
                $0.addToFriends($1)
            } remove: {
                $0.removeFromFriends($1)
            }
        case .label: .one(\Node.label)
        case .whole: .one(\Node.whole)
        case .twin: .one(\Node.twin)
        case .seal: .one(\Node.seal)
        case .heir: .one(\Node.heir)
        case .marks:
            .many(\Node.marks) {
                $0.addToMarks($1)
            } remove: {
                $0.removeFromMarks($1)
            }
        case .target: .one(\Node.target)
        case .team:
            .many(\Node.team) {
                $0.addToTeam($1)
            } remove: {
                $0.removeFromTeam($1)
            }
        case .teacher: .one(\Node.teacher)
        case .pupils:
            .many(\Node.pupils) {
                $0.addToPupils($1)
            } remove: {
                $0.removeFromPupils($1)
            }
        case .node: .one(\Label.node)
        case .sealed: .one(\Label.sealed)
        case .stem: .one(\Leaf.stem)
        case .lists, .parts, .items, .holders, .leaves, .wards, .nodes: orderedAccess
        }
    }

    private var orderedAccess: GraphAccess {
        switch self {
        case .lists:
            .many(\Node.lists) {
                $0.addToLists($1)
            } remove: {
                $0.removeFromLists($1)
            } insert: {
                $0.insertIntoLists($1, at: $2)
            }
        case .parts:
            .many(\Node.parts) {
                $0.addToParts($1)
            } remove: {
                $0.removeFromParts($1)
            } insert: {
                $0.insertIntoParts($1, at: $2)
            }
        case .items:
            .many(\Node.items) {
                $0.addToItems($1)
            } remove: {
                $0.removeFromItems($1)
            } insert: {
                $0.insertIntoItems($1, at: $2)
            }
        case .holders:
            .many(\Node.holders) {
                $0.addToHolders($1)
            } remove: {
                $0.removeFromHolders($1)
            } insert: {
                $0.insertIntoHolders($1, at: $2)
            }
        case .leaves:
            .many(\Node.leaves) {
                $0.addToLeaves($1)
            } remove: {
                $0.removeFromLeaves($1)
            } insert: {
                $0.insertIntoLeaves($1, at: $2)
            }
        case .wards:
            .many(\Node.wards) {
                $0.addToWards($1)
            } remove: {
                $0.removeFromWards($1)
            } insert: {
                $0.insertIntoWards($1, at: $2)
            }
        default:
            .many(\List.nodes) {
                $0.addToNodes($1)
            } remove: {
                $0.removeFromNodes($1)
            } insert: {
                $0.insertIntoNodes($1, at: $2)
            }
        }
    }
}
