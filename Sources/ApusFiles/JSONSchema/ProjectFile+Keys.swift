import ApusSchema

extension ProjectFile {
    /// The keys of `apus.yaml`, for its reader and for editors.
    static let keys: [FileKey] = [
        FileKey("apus", "The version of the file format", ["const": .scalar(.number(format))]),
        FileKey("codegen", "How classes are generated", .keys(codegenKeys, canBeEmpty: true)),
        FileKey(
            "executable",
            "The executable of the package that has the functions in Swift which mappings call",
            ["type": .scalar(.text("string"))]
        ),
    ]

    /// The keys of `codegen`.
    static let codegenKeys: [FileKey] = [
        FileKey(
            "access",
            "The access of the generated classes",
            OrderedJSON.words(AccessLevel.allCases.map(\.rawValue)).with([.init("default", "internal")])
        ),
        FileKey(
            "output",
            "The folder for committed generated classes, relative to the project; missing if a build plugin makes them",
            ["type": .scalar(.text("string"))]
        ),
        FileKey("imports", "The modules of attributes' types that are your own", OrderedJSON.names),
        FileKey(
            "versions",
            "The frozen versions that get classes of their own, such as TripsV2.Trip: all, or a list",
            ["type": ["string", "number", "array"], "items": ["type": ["string", "number"]]]
        ),
    ]
}

extension OrderedJSON {
    /// The JSON Schema of `apus.yaml`.
    static let project: OrderedJSON = OrderedJSON.keys(ProjectFile.keys, required: ["apus"])
        .described("The settings of a project.")
        .document("Apus project")
}
