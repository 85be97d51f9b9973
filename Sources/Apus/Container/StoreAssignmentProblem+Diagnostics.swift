import ApusDiagnostics

extension ModelError.StoreAssignmentProblem {
    /// The problem as an error with the next step.
    var diagnostic: Diagnostic {
        switch self {
        case .sameFile(let names):
            .error(
                "\(Self.list(names)) have the same file",
                help: ["give each configuration a URL or a name of its own"]
            )
        case .severalForTheRest(let names):
            .error(
                "\(Self.list(names)) do not say which entities their stores have",
                help: ["give all but one of them a schema: 'ModelConfiguration(\"…\", schema: Schema([Trip.self]))'"]
            )
        case .entityInSeveral(let entity, let names):
            .error(
                "'\(entity)' would be in the stores of \(Self.list(names))",
                help: [
                    "a schema has the classes that it names, and what they are related to: name them in one of the schemas"
                ]
            )
        case .entityInNone(let entity, let names):
            .error(
                "'\(entity)' is in none of the stores: \(Self.list(names))",
                help: [
                    "add its class to one of the schemas, or a configuration without a schema for all other entities"
                ]
            )
        case .relationshipBetween(let relationship, let names):
            .error(
                "'\(relationship)' points from the store of '\(names[0])' to that of '\(names[1])'",
                help: [
                    "an object cannot refer to one of another store: put both entities into one, or keep an identifier"
                ]
            )
        case .objectsElsewhere(let entity, let name, let owner):
            .error(
                "the store of '\(name)' has objects of '\(entity)', which belong into that of '\(owner)'",
                help: ["move them with a container that has one store, or give '\(entity)' to '\(name)' again"]
            )
        }
    }

    private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.listed() }
}
