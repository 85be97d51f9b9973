import ApusCodegen
import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

/// Fetch requests, value types and versions that generated code does not support are refused, each at its location.
struct FetchCheckTests {
    private func problems(_ options: Generator.Options = .init(), _ change: (inout Schema) -> Void) -> [String] {
        var schema = Schema(
            model: "M",
            entities: [
                Entity(
                    "Trip",
                    attributes: [
                        Attribute("name", .string), Attribute("leaderName", .string), Attribute("scan", .data),
                    ],
                    relationships: [.toOne("leader", "order", isOptional: true)]
                ), Entity("order", attributes: [Attribute("name", .string)]),
            ]
        )
        schema.entities[0].attributes[2].usesExternalStorage = true
        change(&schema)
        do {
            let history = History(
                model: "M",
                entries: [.init(Schema.Version(1), Schema(model: "M", entities: [Entity("Type")]))],
                head: schema
            )
            _ = try Generator(history: history, mappings: [], options: options) {
                SourceLocation(file: $0.description)
            }
            return []
        } catch {
            return (error as? DiagnosticsError)?.diagnostics.map { "\($0.location?.file ?? "-"): \($0.message)" } ?? []
        }
    }

    private func problems(
        _ name: String = "recent",
        _ predicate: String? = nil,
        _ variables: KeyValuePairs<String, String> = [:],
        _ change: (inout FetchRequest) -> Void = { _ in }
    ) -> [String] {
        var request = FetchRequest(name, "Trip", predicate: predicate)
        request.variables = variables.compactMap { FetchRequest.Variable($0.key, text: $0.value) }
        change(&request)
        return problems { $0.fetchRequests = [request] }
    }

    /// The function is in the class of another entity than the one that the enum is nested in.
    @Test func variablesOfNestedEnumsHaveTheirWholeName() throws {
        let diet = FeaturesModel.ModelTypes.nested("Diet", in: "Shelter", ["hay"])
        var request = FetchRequest("eating", "Animal", predicate: "diet == $DIET")
        request.variables = [FetchRequest.Variable("DIET", text: "Diet")].compactMap(\.self)
        var schema = Schema(
            model: "M",
            entities: [Entity("Shelter"), Entity("Animal", attributes: [Attribute("diet", .named("Diet"))])]
        )
        (schema.enumerations, schema.fetchRequests) = ([diet], [request])
        let files = try Generator(history: History(model: "M", entries: [], head: schema), mappings: []).files()
        let texts = files.map(\.contents).filter { $0.contains("func eating(") }
        #expect(texts.count == 1 && texts[0].contains("func eating(diet: Shelter.Diet)"))
    }

    @Test func requestsAreCarried() {
        #expect(problems() == [] && problems("default") == [] && problems("init") == [])
        #expect(problems("a", "name == $SINCE_DAY", ["SINCE_DAY": "date"]) == [])
    }

    @Test func whatNoStoreCanAnswerIsRefused() {
        #expect(
            problems("a", "FUNCTION(name, 'length') == 1") == [
                "fetchRequests/a/predicate: the predicate of 'a' calls 'length', which works only on objects in memory"
            ]
        )
        #expect(
            problems { schema in
                schema.entities[0].fetchedProperties = [
                    FetchedProperty(FetchRequest("x", "Trip", predicate: "$FETCHED_PROPERTY.entity == name")),
                    FetchedProperty(FetchRequest("y", "Trip", predicate: "$FETCHED_PROPERTY.name == name")),
                ]
            }.map { $0.prefix(45) } == ["entities/Trip/fetchedProperties/x/predicate: "]
        )
    }

    @Test func argumentsHaveNamesAndTypes() {
        #expect(
            problems("a", "name == $DAY AND name == $day", ["DAY": "string", "day": "string"]) == [
                "fetchRequests/a/variables/day: the variables 'DAY' and 'day' of 'a' would both be the argument 'day'"
            ]
        )
        #expect(
            problems("a", "leader == $ORDER", ["ORDER": "order"]) == [
                """
                fetchRequests/a/variables/ORDER: the variable 'ORDER' of 'a' would be the argument 'order', which is \
                the name of a type of the model
                """
            ]
        )
        #expect(problems("a", "name == $X", ["X": "codable"]).count == 1)
    }

    @Test func resultsHaveNames() {
        func dictionaries(_ paths: String...) -> [String] {
            problems("a", nil, [:]) {
                $0.resultType = .dictionaries
                $0.propertiesToFetch = paths
            }
        }
        #expect(dictionaries("name", "leader.name", "leader").map { $0.suffix(44) } == [])
        #expect(
            dictionaries("leaderName", "leader.name") == [
                """
                fetchRequests/a/propertiesToFetch/1: 'a' fetches 'leaderName' and 'leader.name', which would both be the \
                property 'leaderName'
                """
            ]
        )
        #expect(
            dictionaries("scan").map { $0.hasSuffix("may be in external files, which only objects can read") } == [true]
        )
        #expect(problems("columns").map { $0.hasSuffix("is reserved for generated code") } == [true])
        #expect(problems("apusAll").count == 1)
    }

    @Test func namesThatEveryClassHasAreRefused() {
        for name in ["isDeleted", "hasChanges", "modelContext", "persistentModelID", "predicateArgument"] {
            #expect(problems { $0.entities[0].attributes[0].name = name }.count == 1, "\(name)")
        }
        #expect(
            problems { schema in
                schema.entities[0].hasValueType = true
                schema.entities[0].attributes[0].name = "take"
                schema.entities.append(Entity("TripValue"))
            }.count == 2
        )
    }

    @Test func aVersionThatSwiftCannotCarryIsSaid() {
        #expect(
            problems(.init(versions: .some([Schema.Version(7)]))) { _ in } == ["-: 'M' has no frozen version 7"]
        )
        #expect(
            problems(.init(versions: .all)) { _ in } == [
                """
                -: version 1 cannot have classes: the entity 'Type' has a name that its generated class cannot have
                """
            ]
        )
    }
}
