import ApusSchema

/// An attribute, and the access of a declaration that names its type.
typealias Exposed = (source: AttributeSource, access: AccessLevel)

extension AccessLevel {
    /// The access that an import of Foundation needs for declarations; `nil` if they need none.
    static func foundation(_ exposed: [Exposed]) -> AccessLevel? {
        .widest(of: exposed.map { $0.source.foundation($0.access) })
    }

    /// The access that imports of the user's modules need for declarations; `nil` if they need none.
    static func own(_ exposed: [Exposed]) -> AccessLevel? {
        .widest(of: exposed.filter(\.source.attribute.type.isForeign).map(\.access))
    }

    /// The widest of several levels; `nil` if there are none.
    static func widest(of levels: [AccessLevel?]) -> AccessLevel? {
        levels.reduce(nil) { widest, next in
            guard let widest, let next else { return widest ?? next }
            return next.isWider(than: widest) ? next : widest
        }
    }

    /// Whether the level gives access to more code than another one.
    func isWider(than other: AccessLevel) -> Bool {
        let levels: [AccessLevel] = [.internal, .package, .public]
        return levels.firstIndex(of: self) ?? 0 > levels.firstIndex(of: other) ?? 0
    }
}
