import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// The parts of an expression that can fail.
@Suite struct FalliblePartTests {
    @Test("A part that is used twice at each of 200 levels is visited once")
    func shared() throws {
        var graph = ExpressionGraph()
        let text = graph.field(.attribute(["a"]), .string, isNullable: true)
        let conversion = try #require(Conversion(.parsed, from: .string, to: .int32))
        let number = graph.converted(text, conversion)
        var value = number
        for level in 0..<200 {
            value = graph.coalesced(value, graph.present(graph.literal(.integer(Int64(level)), .int32), ifAny: [value]))
        }
        let parts = graph.fallible(in: value)
        #expect(parts.map(\.id) == [number] && parts.map(\.parts) == [[]])
    }
}
