import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Values of attributes that may be in files of their own: what a fill or a default gives them is read as it was written.
@Suite struct ExternalFillTests {
    @Test(arguments: [true, false], [true, false])
    func filled(wasThere: Bool, isExternal: Bool) {
        var old = Attribute("s", .string)
        old.usesExternalStorage = true
        var new = Attribute("t", .string)
        new.usesExternalStorage = isExternal
        let number = Attribute("n", .int64, isOptional: true)
        let stage = StageExample(
            [Entity("A", attributes: [number] + (wasThere ? [old] : []))],
            [Entity("A", attributes: [number, new])]
        ).filling("A.t", .literal("a text")).accepting(wasThere ? "A.s" : "")
        let world: World = stage.world(("A", 1, wasThere ? ["s": .text("x")] : [:], [:]))
        #expect(stage.disagreement(world, WorldOracle.store) == nil)
    }

    @Test(arguments: [ScalarType.string, .data], [true, false])
    func defaults(type: ScalarType, isExternal: Bool) {
        var new = Attribute(
            "t",
            .scalar(type),
            default: type == .string ? .string("a text") : .data("ab".data(using: .utf8) ?? Data())
        )
        new.usesExternalStorage = isExternal
        let number = Attribute("n", .int64, isOptional: true)
        let stage = StageExample([Entity("A", attributes: [number])], [Entity("A", attributes: [number, new])])
        #expect(stage.disagreement(stage.world(("A", 1, [:], [:])), WorldOracle.store) == nil)
    }

    @Test func computed() {
        var new = Attribute("t", .string)
        new.usesExternalStorage = true
        let old = Attribute("s", .string)
        let stage = StageExample([Entity("A", attributes: [old])], [Entity("A", attributes: [new])])
            .computing("A.t", "$source.s")
        #expect(stage.disagreement(stage.world(("A", 1, ["s": .text("x")], [:])), WorldOracle.store) == nil)
    }
}
