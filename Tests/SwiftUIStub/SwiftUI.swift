// As much of SwiftUI's interface as Sources/Apus/SwiftUI needs to be type-checked where there is no SwiftUI. Nothing of it is run.
@_exported import Foundation

#if !canImport(Darwin)
import class Apus.UndoManager
#endif

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@MainActor public protocol Scene {
    associatedtype Body: Scene
    @MainActor var body: Body { get }
}

extension Never: Scene {}

public struct EnvironmentValues: Sendable {
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { K.defaultValue }
        set {}
    }

    public var undoManager: UndoManager? { nil }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct Animation: Hashable, Sendable {
    public static let `default` = Animation()
}

public struct Transaction {
    public init(animation: Animation?) {}
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

public protocol DynamicProperty {
    mutating func update()
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}

    public var wrappedValue: Value { fatalError() }

    public func update() {}
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) {}

    public init() where Value: ExpressibleByNilLiteral {}

    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }

    public func update() {}
}

@MainActor public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ViewModifierContent<Self>
    @ViewBuilder @MainActor func body(content: Content) -> Body
}

public struct ViewModifierContent<Modifier: ViewModifier>: View {
    public var body: Never { fatalError() }
}

public struct ModifiedContent<Content, Modifier>: View {
    public var body: Never { fatalError() }
}

public struct ModifiedScene<Content>: Scene {
    public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<A: View, B: View, C: View>(_ a: A, _ b: B, _ c: C) -> Group<A> { fatalError() }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { fatalError() }

    public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { fatalError() }
}

public struct Either<First: View, Second: View>: View {
    public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

public struct Group<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError() }
}

public struct Text: View {
    public init(_ text: String) {}

    public var body: Never { fatalError() }
}

public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}

    public var body: Never { fatalError() }
}

public struct ProgressView: View {
    public init() {}

    public init(_ title: String, value: Double?, total: Double = 1) {}

    public var body: Never { fatalError() }
}

@MainActor public protocol App {
    associatedtype Body: Scene
    @MainActor var body: Body { get }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError() }
}

extension View {
    public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> { fatalError() }

    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        ModifiedContent<Self, Value>()
    }
}

extension View {
    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View {
        ModifiedContent<Self, Never>()
    }
}

extension Scene {
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some Scene {
        ModifiedScene<Self>()
    }
}
