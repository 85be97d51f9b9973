import ApusSchema
import Testing

@testable import ApusMigration

@Suite struct IdentityCheckTests {
    /// The checks of a stage that routes the objects of one entity to several below one root.
    private func checks(_ count: Int) -> [Preparation.ObjectCheck] {
        let number = Attribute("n", .int64)
        var root = Entity("R", attributes: [number])
        root.isAbstract = true
        let kinds = (0..<count).map { Entity("K\($0)", parent: "R") }
        let lines = (0..<count).map {
            Mapping.Line.entity("K\($0)", [Mapping.Origin(["A"], where: "n > \($0)")])
        }
        let stage = Stage(
            from: Schema(model: "M", entities: [Entity("A", attributes: [number])]),
            to: Schema(model: "M", entities: [root] + kinds),
            from: .version(Schema.Version(1)),
            to: .unreleased,
            mapping: Mapping(from: Schema.Version(1), to: nil, lines)
        )
        return stage.preparation?.checks.filter { if case .identity = $0.loss { true } else { false } } ?? []
    }

    @Test("The check that no object becomes two grows with the number of origins, not of their pairs")
    func isLinear() throws {
        let (few, many) = (checks(10), checks(40))
        #expect(few.count == 1 && many.count == 1)
        let sizes = [few, many].map { "\($0)".utf8.count }
        #expect(sizes[1] < 6 * sizes[0], "\(sizes)")
    }
}
