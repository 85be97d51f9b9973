import ApusDiagnostics
import ApusSchema

/// Reports what the schema says that generated code does not carry out yet. Stores hold all of it.
func checkUnbuilt(
    _ schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    func refuse(_ feature: String, at place: ModelPath) {
        findings.error(
            "generated classes of this version of Apus do not carry \(feature) yet",
            at: locate(place),
            help: ["the model itself is fine: 'apus check', 'diff' and 'freeze' take it, and stores hold it"]
        )
    }
    for entity in schema.entities {
        for property in entity.fetchedProperties {
            refuse(
                "the fetched property '\(entity.name).\(property.name)'",
                at: ModelPath.entity(entity.name).element("fetchedProperties", property.name)
            )
        }
    }
    for request in schema.fetchRequests {
        refuse("the fetch request '\(request.name)'", at: .element("fetchRequests", request.name))
    }
}
