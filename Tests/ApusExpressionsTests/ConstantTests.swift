import ApusExpressions
import Testing

@Suite("Constants of expressions")
struct ConstantTests {
    @Test(
        "A number is the nearest one, as in Swift",
        arguments: [
            "0.12345678901234567", "0.1", "9007199254740993.5", "0.30000000000000004", "1.7976931348623157",
            "2.2250738585072014",
            "123456789.12345678", "0.49999999999999994",
        ]
    )
    func nearest(_ text: String) throws {
        guard case .constant(let constant) = try ExpressionFormat.parse(text).kind else {
            Issue.record("no constant")
            return
        }
        #expect(constant.stored(as: .double) == .real(try #require(Double(text))))
    }
}
