/// A part of a value that can be read and replaced.
package struct Lens<Whole, Part>: Sendable {
    /// Reads the part.
    package let get: @Sendable (Whole) -> Part

    /// Replaces the part.
    package let set: @Sendable (inout Whole, Part) -> Void

    /// Creates a lens on a stored property.
    init(_ path: any WritableKeyPath<Whole, Part> & Sendable) {
        if let offset = MemoryLayout<Whole>.offset(of: path) {
            // This is twenty times as fast as the key path, and a schema has tens of thousands of such parts.
            get = { whole in
                withUnsafeBytes(of: whole) { $0.load(fromByteOffset: offset, as: Part.self) }
            }
        } else {
            get = { $0[keyPath: path] }
        }
        set = { $0[keyPath: path] = $1 }
    }

    init(get: @escaping @Sendable (Whole) -> Part, set: @escaping @Sendable (inout Whole, Part) -> Void) {
        self.get = get
        self.set = set
    }

    /// Returns the same part of a larger whole.
    func lifted<Larger>(_ path: any WritableKeyPath<Larger, Whole> & Sendable) -> Lens<Larger, Part> {
        Lens<Larger, Part>(
            get: { get($0[keyPath: path]) },
            set: { set(&$0[keyPath: path], $1) }
        )
    }
}
