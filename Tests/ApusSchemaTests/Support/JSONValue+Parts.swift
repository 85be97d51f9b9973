import ApusSchema
import Foundation

// What the tests do to a JSON tree. It is read with Foundation, not with what wrote it.
extension JSONValue {
    init(reading data: Data) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: data)
    }

    /// A step from a value to one in it.
    enum Step: Hashable {
        case key(String)
        case index(Int)
    }

    /// The value's parts at every depth, and the way to each.
    var parts: [[Step]] {
        switch self {
        case .object(let values):
            values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { key, value in
                [[.key(key)]] + value.parts.map { [.key(key)] + $0 }
            }
        case .list(let values):
            values.enumerated().flatMap { index, value in [[.index(index)]] + value.parts.map { [.index(index)] + $0 } }
        case .text, .number, .truth: []
        }
    }

    subscript(path: some Collection<Step>) -> JSONValue? {
        get {
            guard let step = path.first else { return self }
            switch (self, step) {
            case (.object(let values), .key(let key)): return values[key]?[path.dropFirst()]
            case (.list(let values), .index(let index)) where values.indices.contains(index):
                return values[index][path.dropFirst()]
            default: return nil
            }
        }
        set {
            guard let step = path.first else {
                if let newValue { self = newValue }
                return
            }
            switch (self, step) {
            case (.object(var values), .key(let key)):
                if path.count == 1 { values[key] = newValue } else { values[key]?[path.dropFirst()] = newValue }
                self = .object(values)
            case (.list(var values), .index(let index)) where values.indices.contains(index):
                values[index][path.dropFirst()] = newValue
                self = .list(values)
            default: break
            }
        }
    }

    /// The value without empty lists and objects under a key: the form leaves them out.
    var pruned: JSONValue {
        switch self {
        case .object(let values):
            .object(values.mapValues(\.pruned).filter { $0.value != .list([]) && $0.value != .object([:]) })
        case .list(let values): .list(values.map(\.pruned))
        case .text, .number, .truth: self
        }
    }
}
