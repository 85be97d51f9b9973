import ApusSchema
import GRDB
import Testing

@testable import ApusStore

/// What users read about a broken rule, and what triggers say.
@Suite struct RuleTextTests {
    @Test("Users read other words than the triggers of stores have, which stay the same")
    func errors() {
        func shown(_ message: String) -> String {
            StoreError("s", DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: message)).description
        }
        #expect(shown("apus: 'A.n' is no int32").contains("'A.n' is not an int32"))
        #expect(shown("apus: 'A.n' is no date").contains("'A.n' is not a date"))
        #expect(
            shown("apus: 'A._entity' is no entity of the table").contains("'A._entity' is not an entity of the table")
        )
        #expect(shown("apus: 'A.n' is less than the minimum '1'").contains("'A.n' is less than the minimum '1'"))
        #expect(shown("the rule of 'x' is no date").contains("the rule of 'x' is no date"))
        for type in ScalarType.allCases where type != .string {
            let rule = ApusSchema.Table.Rule("n", .type(type))
            #expect(rule.triggerText == "no \(type.rawValue)" && rule.breach.hasPrefix("not a"))
        }
    }
}
