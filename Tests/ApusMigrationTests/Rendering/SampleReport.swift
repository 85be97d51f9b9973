import ApusMigration
import ApusSchema

extension StageReport {
    /// A stage with every verdict but a refusal.
    static let mapped = StageReport(model: "Trips", from: "3", to: "head", changes: changes, losses: losses)

    /// The same stage with two decisions that are still needed.
    static let refused = StageReport(
        model: "Trips",
        from: "3",
        to: "head",
        changes: changes + [
            Change(AttributeAdded(attribute: Attribute("beginDate", .date), fill: nil), entity: "Item"),
            Change(
                AttributeRemoved(attribute: Attribute("startDate", .date), isLoss: true),
                entity: "Item",
                verdict: .refused(likelyRename)
            ),
        ],
        refusals: [likelyRename, needless],
        losses: losses + [ElementPath("Item", "startDate")]
    )

    /// A stage with two decisions that lines of a mapping settle.
    static let undecided = StageReport(
        model: "Trips",
        from: "3",
        to: "head",
        changes: [],
        refusals: ["Trip.code", "Trip.nights"].map { name in
            Refusal(
                code: "AP202",
                path: ElementPath("Trip"),
                message: "'\(name)' is gone, and with it its values",
                help: ["accept the loss in Migrations/Trips/3-head.yaml: 'accept: [\(name)]'"]
            )
        },
        mappingFile: "Migrations/Trips/3-head.yaml"
    )

    private static let losses: [ElementPath] = [
        ElementPath("Trip", "legacyCode"), ElementPath("Draft"), ElementPath("Status", "archived"),
    ]

    private static let changes: [Change] = [
        Change(EntityRenamed(from: "Trip", to: "Journey"), entity: "Journey"),
        Change(AttributeRenamed(from: "start", to: "startDate"), entity: "Journey"),
        Change(
            TypeChanged(name: "nights", from: "double", to: "int32", conversion: "rounded"),
            entity: "Journey",
            verdict: .mapped("convert: rounded")
        ),
        Change(
            AttributeAdded(attribute: Attribute("code", .uuid), fill: "uuid()"),
            entity: "Journey",
            verdict: .mapped("fill: uuid()")
        ),
        Change(BecameRequired(name: "owner", fill: nil), entity: "Journey", verdict: .mapped("require")),
        Change(
            AttributeRemoved(attribute: Attribute("legacyCode", .string, isOptional: true), isLoss: true),
            entity: "Journey",
            verdict: .accepted
        ),
        Change(UniquenessAdded(properties: ["name", "startDate"]), entity: "Journey"),
        Change(DeleteRuleChanged(name: "items", from: .nullify, to: .cascade), entity: "Journey"),
        Change(BecameOptional(name: "title"), entity: "Item"),
        Change(EntityAdded(entity: Entity("Tag", attributes: [Attribute("title", .string)])), entity: "Tag"),
        Change(EnumCaseRemoved(name: "archived", rawValue: "'archived'"), entity: "Status", verdict: .accepted),
        Change(EntityRemoved(entity: Entity("Draft")), entity: "Draft", verdict: .accepted),
    ]

    private static let likelyRename = Refusal(
        code: "AP203",
        path: ElementPath("Item", "beginDate"),
        message: "'beginDate' is new and 'startDate' is gone, both date: a rename?",
        help: [
            "add 'originalName: startDate', or accept the loss in Migrations/Trips/3-head.yaml: 'accept: [Item.startDate]'"
        ]
    )

    private static let needless = Refusal(
        code: "AP404",
        path: ElementPath("Item", "title"),
        message: "Migrations/Trips/3-head.yaml fills 'Item.title', but every row has a value",
        help: ["remove the line"]
    )
}
