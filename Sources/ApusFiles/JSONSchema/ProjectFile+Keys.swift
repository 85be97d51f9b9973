import ApusSchema

extension ProjectFile {
    /// The keys of `apus.yaml`, for its reader and for editors.
    static let keys: [FileKey] = [
        FileKey("apus", "The number of the files' format", ["const": .scalar(.number(format))]),
        FileKey("codegen", "How classes are generated", .keys(codegenKeys, canBeEmpty: true)),
    ]

    /// The keys of `codegen`.
    static let codegenKeys: [FileKey] = [
        FileKey(
            "access",
            "Who can use the generated classes",
            OrderedJSON.words(AccessLevel.allCases.map(\.rawValue)).with([.init("default", "internal")])
        ),
        FileKey(
            "output",
            "The folder that generated classes are committed in, from the project's; none where a build plugin makes them",
            ["type": .scalar(.text("string"))]
        ),
        FileKey("imports", "The modules of your own types that attributes have", OrderedJSON.names),
        FileKey(
            "versions",
            "The frozen versions that have classes of their own, TripsV2.Trip: all, or a list",
            ["type": ["string", "number", "array"], "items": ["type": ["string", "number"]]]
        ),
    ]
}

extension OrderedJSON {
    /// The JSON Schema of `apus.yaml`.
    static let project: OrderedJSON = OrderedJSON.keys(ProjectFile.keys, required: ["apus"])
        .described("What holds for a whole project.")
        .document("A project of Apus")
}
