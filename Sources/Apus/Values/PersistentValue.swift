import ApusSchema

/// A value that is kept as an object: a structure with a copy of the object's values, which belongs to no context.
///
/// Generated structures conform (`values: true` in the model). One of your own says how it is made from an object, how an object
/// is made from it, and how it changes an object:
///
/// ```swift
/// struct Member: RecordModel {
///     var uid: String
///     var name: String
///
///     static let uidKey: String? = "personId"
///     init(_ record: MemberRecord) throws { (uid, name) = try Self.copying(record) { ($0.personId, $0.name) } }
///     func makeObject(using saver: ValueSaver) -> MemberRecord { MemberRecord(personId: uid, name: name) }
///     func write(to record: MemberRecord, using saver: ValueSaver) { record.name = name }
/// }
/// ```
///
/// A value's object is found by the value's uid, if it has one (``RecordModel``), or else by ``persistentModelID``. What this
/// protocol requires beyond that has a default, which a type can replace; generic code calls the replacement.
public protocol PersistentValue {
    /// The class of the objects.
    associatedtype Object: PersistentModel

    /// The identifier of the object; `nil` if the value belongs to no object. With a uid, saving ignores it.
    var persistentModelID: PersistentIdentifier? { get }

    /// The value's uid; `nil` if it has none, so that ``persistentModelID`` says which object is meant.
    var uidArgument: PredicateArgument? { get }

    /// The name of the attribute with the uid; `nil` if the values have none.
    static var uidKey: String? { get }

    /// The names of the relationships that values have, which are read together: `items`, `items.owner`.
    static var relationshipsToRead: [String] { get }

    /// Copies the values of an object.
    ///
    /// What cannot be read from the store looks like an empty value, and would be saved as such. So generated structures copy with
    /// ``copying(_:_:)``, as should yours.
    init(_ object: Object) throws

    /// Returns a new object, which is in no context. ``write(to:using:)`` is called next.
    func makeObject(using saver: ValueSaver) throws -> Object

    /// Sets the values of an object that is in the context of a saver.
    func write(to object: Object, using saver: ValueSaver) throws

    /// Passes the identifiers and the nested values to a saver, so that it reads all objects of many values together.
    func collect(for saver: ValueSaver)

    /// Saves models: see ``ModelContext/save(_:shouldOverwrite:)->[PersistentIdentifier]``.
    static func save(models: [Self], shouldOverwrite: Bool, in context: ModelContext) throws -> [PersistentIdentifier]

    /// Returns the values of the objects that a descriptor fetches.
    static func fetchModels(_ descriptor: FetchDescriptor<Object>, in context: ModelContext) throws -> [Self]

    /// Deletes a model's object, if there is one, and saves that.
    static func deleteModel(_ model: Self, in context: ModelContext) throws

    /// Deletes the objects of models, as far as there are any, and saves that.
    static func deleteModels(_ models: [Self], in context: ModelContext) throws
}

/// A value that is found by a uid.
public protocol RecordModel: PersistentValue, CoreModel {
    /// Returns the object with a uid; `nil` if there is none.
    static func fetchRecord(uid: UidType, in context: ModelContext) throws -> Object?

    /// Returns the objects with uids, as far as there are any, in the order of their rows. It takes one statement.
    static func fetchRecords(uids: [UidType], in context: ModelContext) throws -> [Object]

    /// Returns the model with a uid; `nil` if there is none.
    static func fetchModel(uid: UidType, in context: ModelContext) throws -> Self?

    /// Returns the models with uids, as far as there are any, in the order of their rows.
    static func fetchModels(uids: [UidType], in context: ModelContext) throws -> [Self]

    /// Deletes the objects with uids, as far as there are any, and saves that.
    static func deleteRecords(uids: [UidType], in context: ModelContext) throws
}

// MARK: - Defaults

extension PersistentValue {
    /// None: the value belongs to no object, or is found by its uid.
    public var persistentModelID: PersistentIdentifier? { nil }

    /// None.
    public var uidArgument: PredicateArgument? { nil }

    /// None.
    public static var uidKey: String? { nil }

    /// None.
    public static var relationshipsToRead: [String] { [] }

    /// Copies something of an object, if all of it can be read.
    ///
    /// Properties do not throw: what cannot be read looks like an empty value, such as one in a file that is missing, an encrypted one
    /// without its key, a relationship whose rows are damaged, and whatever was not read before the object's context was
    /// deallocated. A value that is made of it could be saved over what is stored.
    ///
    /// ```swift
    /// init(_ record: Member) throws { (uid, name) = try Self.copying(record) { ($0.personId, $0.name) } }
    /// ```
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - copy: Reads properties of the object. Related objects check their own if they are copied by this function as well.
    /// - Returns: What the closure returns.
    /// - Throws: The error of the closure, or of reading; ``ModelError/objectGone(_:)`` and ``ModelError/neverRead(_:)`` if the object
    ///   left its context before a value was read.
    public static func copying<Copy>(_ object: Object, _ copy: (Object) throws -> Copy) throws -> Copy {
        try object.throwingReadingErrors { try copy(object) }
    }

    /// Passes nothing: the value has no relationships.
    public func collect(for saver: ValueSaver) {}

    /// Saves models in a transaction of their own.
    public static func save(
        models: [Self],
        shouldOverwrite: Bool,
        in context: ModelContext
    ) throws -> [PersistentIdentifier] {
        try context.saveValues(models, shouldOverwrite: shouldOverwrite)
    }

    /// Fetches the objects with their relationships, and copies their values.
    public static func fetchModels(_ descriptor: FetchDescriptor<Object>, in context: ModelContext) throws -> [Self] {
        var descriptor = descriptor
        descriptor.relationshipNamesForPrefetching += relationshipsToRead
        // A value that could not be read would look like an empty one, and be saved as such.
        return try context.throwingReadingErrors { try context.fetch(descriptor).map { try Self($0) } }
    }

    /// Deletes the object as one of several.
    public static func deleteModel(_ model: Self, in context: ModelContext) throws {
        try deleteModels([model], in: context)
    }

    /// Deletes the objects in a transaction of their own.
    public static func deleteModels(_ models: [Self], in context: ModelContext) throws {
        try context.deleteValues(models)
    }
}

extension PersistentValue where Self: CoreModel {
    /// The uid.
    public var uidArgument: PredicateArgument? { uid.predicateArgument }
}

extension PersistentValue where Object: DataRecord {
    /// The name of the attribute with the uid.
    public static var uidKey: String? { Object.uidKey }
}

extension PersistentValue where Object: RecordFromModel, Object.ModelType == Self {
    /// Sets the values of an object with ``RecordFromModel/fromModel(_:)``.
    public func write(to object: Object, using saver: ValueSaver) throws { try object.fromModel(self) }
}

extension PersistentValue where Object: RecordToModel, Object.ModelType == Self {
    /// Copies the values of an object with ``RecordToModel/toModel()``.
    public init(_ object: Object) throws { self = try Self.copying(object) { try $0.toModel() } }
}

extension RecordModel {
    /// Fetches the object.
    public static func fetchRecord(uid: UidType, in context: ModelContext) throws -> Object? {
        try fetchRecords(uids: [uid], in: context).first
    }

    /// Fetches the objects.
    public static func fetchRecords(uids: [UidType], in context: ModelContext) throws -> [Object] {
        if uids.isEmpty { return [] }
        return try context.fetch(descriptor(uids: uids))
    }

    /// Fetches the object, and copies its values.
    public static func fetchModel(uid: UidType, in context: ModelContext) throws -> Self? {
        try fetchModels(uids: [uid], in: context).first
    }

    /// Fetches the objects with their relationships, and copies their values.
    public static func fetchModels(uids: [UidType], in context: ModelContext) throws -> [Self] {
        if uids.isEmpty { return [] }
        return try fetchModels(descriptor(uids: uids), in: context)
    }

    /// Deletes the objects in a transaction of their own.
    public static func deleteRecords(uids: [UidType], in context: ModelContext) throws {
        if uids.isEmpty { return }
        try context.withWorker(of: Self.self) { worker in
            for object in try worker.fetch(descriptor(uids: uids)) { worker.delete(object) }
            return []
        }
    }

    private static func descriptor(uids: [UidType]) throws -> FetchDescriptor<Object> {
        FetchDescriptor(where: try condition(uids.map(\.predicateArgument)))
    }
}

extension PersistentValue {
    /// The condition that an object has one of some uids.
    static func condition(_ uids: [PredicateArgument]) throws -> ModelPredicate<Object> {
        guard let uidKey else { throw ModelError.noUid(entity: "\(Object.self)") }
        return ModelPredicate(
            ExpressionFormat(.keyPath(base: nil, [.name(uidKey)])),
            .in,
            value: UidList(predicateArgument: PredicateArgument(.list(uids))),
            behind: []
        )
    }
}

/// Several uids.
private struct UidList: PredicateValue {
    let predicateArgument: PredicateArgument
}
