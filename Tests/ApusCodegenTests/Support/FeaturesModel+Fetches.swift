import ApusSchema

extension FeaturesModel {
    /// Fetch requests of every kind of result and with variables of every kind; fetched properties.
    enum Fetches {
        static let requests: [FetchRequest] = [
            request("longTrips", "Trip", "nights >= $NIGHTS", ["NIGHTS": "int32"]) {
                $0.sortBy = [SortKey(["nights"], isDescending: true), SortKey(["leader", "name"])]
                $0.documentation = "Trips that take long."
            },
            request("secondPage", "Trip") {
                $0.sortBy = [SortKey(["name"])]
                $0.fetchLimit = 2
                $0.fetchOffset = 2
                $0.fetchBatchSize = 1
                $0.relationshipKeyPathsForPrefetching = ["leader.friends", "bucketList"]
            },
            request("named", "Trip", "name IN $NAMES OR leader == $LEADER", ["NAMES": "[string]", "LEADER": "Person"]),
            request("savedCats", "Animal", "name BEGINSWITH[c] $a_name", ["a_name": "string"]) {
                $0.includesSubentities = false
                $0.includePendingChanges = false
                $0.includesPropertyValues = false
            },
            request("ledTripCount", "Trip", "leader != NIL") { $0.resultType = .count },
            request("tripIdentifiers", "Trip", "name == $context", ["context": "string"]) {
                $0.resultType = .identifiers
            },
            request("tripLeaders", "Trip", "leader != NIL") {
                $0.resultType = .dictionaries
                $0.propertiesToFetch = ["leader.name", "leader", "nights"]
                $0.returnsDistinctResults = true
                $0.sortBy = [SortKey(["leader", "name"])]
            },
            request(
                "contactHomes",
                "Contact",
                "status == $STATUS AND home.kind == $KIND",
                [
                    "STATUS": "Status", "KIND": "Size",
                ]
            ) {
                $0.resultType = .dictionaries
                $0.propertiesToFetch = ["home", "work.city", "rating", "colour"]
                $0.sortBy = [SortKey(["home", "city"]), SortKey(["rating"])]
            },
        ]

        static let longer: FetchedProperty = {
            var property = FetchedProperty(
                request("longer", "Trip", "nights > $FETCH_SOURCE.nights AND SELF != $FETCH_SOURCE") {
                    $0.sortBy = [SortKey(["nights"])]
                }
            )
            property.userInfo = ["word": "x"]
            return property
        }()

        static let namesake = FetchedProperty(
            request("sameName", "Trip", "name == $FETCH_SOURCE.name AND $FETCHED_PROPERTY.name == 'sameName'")
        )

        static let longerThan = FetchedProperty(
            request("longerThan", "Trip", "nights > $NIGHTS AND leader == $FETCH_SOURCE", ["NIGHTS": "int32"])
        )

        private static func request(
            _ name: String,
            _ entity: String,
            _ predicate: String? = nil,
            _ variables: KeyValuePairs<String, String> = [:],
            _ change: (inout FetchRequest) -> Void = { _ in }
        ) -> FetchRequest {
            var request = FetchRequest(name, entity, predicate: predicate)
            request.variables = variables.compactMap { FetchRequest.Variable($0.key, text: $0.value) }
            change(&request)
            return request
        }
    }
}
