import ApusSchema
import Testing

/// What the other tests take as given.
struct FixtureTests {
    @Test func theModelsAreValid() throws {
        for entry in try FeaturesModel.history.entries() { #expect(entry.schema.validate() == []) }
        #expect(FeaturesModel.head.validate() == [])
        #expect(FeaturesModel.borrowedNames.validate() == [])
    }
}
