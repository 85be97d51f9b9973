import Apus
import Foundation
import GRDB

/// An attribute of `Club.yaml`, and the values that it may have: as the class and as the store have them.
struct ClubAttribute {
    let columns: [String]
    let count: Int
    /// Returns the index of an object's value; `nil` for a value that it was never given.
    let read: (ModelObject) -> Int?
    let write: (ModelObject, Int) -> Void
    /// What columns contain that have the value with an index.
    let stored: [[DatabaseValue]]

    init<Object: PersistentModel, Value: Equatable>(
        _ path: ReferenceWritableKeyPath<Object, Value>,
        _ columns: String...,
        values: [(Value, [(any DatabaseValueConvertible)?])]
    ) {
        self.columns = columns
        count = values.count
        read = { object in
            guard let value = (object as? Object)?[keyPath: path] else { return nil }
            return values.firstIndex { $0.0 == value }
        }
        write = { object, index in (object as? Object)?[keyPath: path] = values[index].0 }
        stored = values.map { $0.1.map { $0?.databaseValue ?? .null } }
    }
}

extension ClubKind {
    /// The attributes, in the order in which `ClubRow` has them.
    var attributes: [ClubAttribute] { Self.allAttributes[rawValue] }

    private nonisolated(unsafe) static let allAttributes: [[ClubAttribute]] = [
        memberAttributes,
        [
            ClubAttribute(\Team.name, "name", values: names),
            ClubAttribute(\Team.rank, "rank", values: [(nil, [nil]), (1, [1]), (-7, [-7])]),
        ],
        [ClubAttribute(\Task.name, "name", values: names)],
        [ClubAttribute(\Tag.name, "name", values: names)],
        [ClubAttribute(\Locker.name, "name", values: names)],
    ]

    private static var names: [(String, [(any DatabaseValueConvertible)?])] {
        ["", "a", "b", "\u{e9}", "e\u{301}x", "🐦"].map { ($0, [$0]) }
    }

    private static var codes: [(String?, [(any DatabaseValueConvertible)?])] {
        [nil, "k1", "k2", "k3", "k4", "K1", "k1 "].map { ($0, [$0]) }
    }

    private static var memberAttributes: [ClubAttribute] {
        let moment = Date(timeIntervalSinceReferenceDate: 790_000_000.25)
        let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255]
        return [
            ClubAttribute(\Member.name, "name", values: names),
            ClubAttribute(
                \Member.note,
                "note",
                values: [(nil, [nil]), ("", [""]), ("x", ["x"]), ("y\n'z", ["y\n'z"])]
            ),
            ClubAttribute(\Member.code, "code", values: codes),
            ClubAttribute(\Member.age, "age", values: [(0, [0]), (7, [7]), (.max, [Int32.max]), (.min, [Int32.min])]),
            ClubAttribute(\Member.points, "points", values: [(nil, [nil]), (.max, [Int64.max]), (.min, [Int64.min])]),
            ClubAttribute(
                \Member.score,
                "score",
                values: [(nil, [nil]), (0.5, [0.5]), (-1e300, [-1e300]), (.infinity, [Double.infinity])]
            ),
            ClubAttribute(
                \Member.balance,
                "balance",
                values: [(nil, [nil]), (0, ["0"]), (Decimal(sign: .minus, exponent: -2, significand: 150), ["-1.5"])]
            ),
            ClubAttribute(\Member.isActive, "isActive", values: [(false, [0]), (true, [1])]),
            ClubAttribute(
                \Member.joined,
                "joined",
                values: [(nil, [nil]), (moment, [790_000_000.25]), (Date(timeIntervalSinceReferenceDate: -1), [-1.0])]
            ),
            ClubAttribute(\Member.token, "token", values: [(nil, [nil]), (token, [Data(bytes)])]),
            ClubAttribute(
                \Member.photo,
                "photo",
                values: [(nil, [nil]), (Data(), [Data()]), (Data(bytes), [Data(bytes)])]
            ),
            ClubAttribute(
                \Member.home,
                "home.street",
                "home.number",
                values: [
                    (nil, [nil, nil]), (Address(street: "", number: nil), ["", nil]),
                    (Address(street: "Way", number: 3), ["Way", 3]),
                ]
            ),
        ]
    }

    /// Makes an object that is in no context.
    func makeObject() -> any PersistentModel {
        switch self {
        case .member: Member(name: "")
        case .team: Team(name: "")
        case .task: Task(name: "")
        case .tag: Tag(name: "")
        case .locker: Locker(name: "")
        }
    }

    /// Fetches all objects.
    func fetchAll(_ context: ModelContext) throws -> [any PersistentModel] {
        switch self {
        case .member: try context.fetch(FetchDescriptor<Member>())
        case .team: try context.fetch(FetchDescriptor<Team>())
        case .task: try context.fetch(FetchDescriptor<Task>())
        case .tag: try context.fetch(FetchDescriptor<Tag>())
        case .locker: try context.fetch(FetchDescriptor<Locker>())
        }
    }
}
