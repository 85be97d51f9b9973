import ApusSchema
import Testing

@testable import ApusMigration

/// Which refusals stand for a loss, which is what 'apus diff --only losses' lists.
@Suite struct RefusalLossTests {
    private func isLoss(_ reason: Refusal.Reason) -> Bool { Refusal(reason, at: ElementPath("Trip", "name")).isLoss }

    @Test(
        "what stands for a change that may lose values counts",
        arguments: [
            .entityRemoved(nameTakenBy: nil), .typeChanged(from: "string", to: "int32", isConvertible: true),
            .ambiguousOriginalName("title", candidates: ["title"]), .leftWithoutValue,
            .differsFromSteps(from: .version(Schema.Version(1)), to: .unreleased, by: []),
            .unusableConversion("toInt", from: "string", to: "int32"),
            .unusableExpression("x", .ambiguousName("a")), .unusableOrigin(.ambiguousName("a")),
        ] as [Refusal.Reason]
    )
    func losses(_ reason: Refusal.Reason) {
        #expect(isLoss(reason))
    }

    @Test(
        "a missing value is no loss",
        arguments: [
            .attributeAddedWithoutValue(part: nil), .becameRequiredWithoutValue, .unusableFill("x", type: "int32"),
        ] as [Refusal.Reason]
    )
    func others(_ reason: Refusal.Reason) {
        #expect(!isLoss(reason))
    }
}
