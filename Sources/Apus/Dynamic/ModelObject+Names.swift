import ApusDiagnostics
import ApusSchema

// Access to properties by name, for code that knows the model at run time only.

extension ModelObject {
    /// The value of a property, by the property's name.
    ///
    /// - Throws: ``ModelError/unknownProperty(entity:name:)``.
    public final subscript(name: String) -> Any? {
        get throws { try value(forKey: name) }
    }

    /// Returns the value of a property, by the property's name.
    ///
    /// It is what the generated property gives: of an enum the case, of a to-many relationship an array of objects.
    ///
    /// - Throws: ``ModelError/unknownProperty(entity:name:)``; the error of a value that cannot be read from the store.
    public final func value(forKey name: String) throws -> Any? {
        let keyPath = try keyPath(to: name)
        guard let modelContext else { return DynamicValue.unwrapped(self[keyPath: keyPath]) }
        return DynamicValue.unwrapped(try modelContext.throwingReadingErrors { self[keyPath: keyPath] })
    }

    /// Changes a property, by the property's name.
    ///
    /// An integer or a floating-point number of another type is converted if the property's type has the same number. For an
    /// enum, its raw value is enough.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The property's name.
    /// - Throws: ``ModelError/unknownProperty(entity:name:)``; ``ModelError/readOnlyProperty(entity:name:)`` for a derived
    ///   attribute; ``ModelError/wrongType(entity:property:expected:found:)``; ``ModelError/foreignObject(_:)`` for objects of
    ///   another context. The object is unchanged then.
    public final func setValue(_ value: Any?, forKey name: String) throws {
        try change(of: name, to: value)()
    }

    /// Returns the function that changes a property, after everything that can be wrong has been checked.
    final func change(of name: String, to value: Any?, in context: ModelContext? = nil) throws -> () -> Void {
        guard let model = self as? any PersistentModel else { throw ModelError.unknownClass("\(type(of: self))") }
        return try Self.change(model, name, at: keyPath(to: name), to: value, in: context)
    }

    private static func change<Model: PersistentModel>(
        _ object: Model,
        _ name: String,
        at keyPath: AnyKeyPath,
        to value: Any?,
        in context: ModelContext?
    ) throws -> () -> Void {
        func open<Value>(_ type: Value.Type) throws -> () -> Void {
            let entity = object.entity.name
            guard let keyPath = keyPath as? ReferenceWritableKeyPath<Model, Value> else {
                throw ModelError.readOnlyProperty(entity: entity, name: name)
            }
            guard let converted = DynamicValue.converted(value, to: type) else {
                let found = DynamicValue.unwrapped(value).map { "\(Swift.type(of: $0))" } ?? "nil"
                throw ModelError.wrongType(entity: entity, property: name, expected: "\(type)", found: found)
            }
            // A new object would become one of the other object's context.
            if let owner: any ObjectContext = context ?? object.context {
                for other in relatedObjects(in: converted) where other.context.map({ $0 !== owner }) ?? other.isDetached
                {
                    throw ModelError.foreignObject(other.persistentModelID)
                }
            }
            return { object[keyPath: keyPath] = converted }
        }
        return try _openExistential(type(of: keyPath).valueType, do: open)
    }

    private static func relatedObjects(in value: Any) -> [ModelObject] {
        if let object = DynamicValue.unwrapped(value) as? ModelObject { return [object] }
        return value as? [ModelObject] ?? []
    }

    private func keyPath(to name: String) throws -> AnyKeyPath {
        let keyPaths = entity.keyPaths()
        guard let position = entity.properties.firstIndex(where: { $0.name == name }),
            keyPaths.indices.contains(position)
        else { throw ModelError.unknownProperty(entity: entity.name, name: name) }
        return keyPaths[position]
    }
}
