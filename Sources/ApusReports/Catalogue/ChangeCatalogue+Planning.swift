import ApusMigration
import ApusSchema

// An error that prevents a plan is neither a change nor a decision about one, so it has a page type of its own.

extension ChangeCatalogue {
    /// The pages of the errors that prevent a plan, ordered by code.
    package static let planning: [PlanningPage] = [
        PlanningPage(
            "AP501",
            title: "No frozen version",
            example: .emptyHistory(model: "Trips"),
            reason: """
                The store of a released app has a version, and a migration takes it to another version. A model that
                was never frozen has no version. The head is not a version: it changes with every edit.
                """,
            advice: """
                Freeze the model when you release it. Until then, `apus plan --to head` shows what the head would
                do.
                """
        ),
        PlanningPage(
            "AP502",
            title: "Unknown target version",
            example: .unknownTarget(Schema.Version(9), known: [Schema.Version(1), Schema.Version(2)]),
            reason: """
                The requested version is not in `versions/`, neither as a file nor in the lock.
                """,
            advice: """
                Specify a known version, or `head`. If the version was frozen on another branch, merge that branch
                first.
                """
        ),
        PlanningPage(
            "AP503",
            title: "Unknown store version",
            example: .unknownVersion(Schema.Version(9), newest: Schema.Version(2)),
            reason: """
                A newer release of the app created or migrated the store. Only that release knows the version, so
                the store is left as it is: Apus neither guesses its schema nor migrates it back without its
                history.
                """,
            advice: """
                Use the release that created the store, or a newer one. To migrate the store back, run `apus migrate
                --to` in the newer project.
                """
        ),
        PlanningPage(
            "AP504",
            title: "Schema of the store does not match its version",
            example: .differentSchema(Schema.Version(2)),
            reason: """
                The store records a version of this history, but its schema differs from the schema that the history
                has for that version. Either a frozen version was edited after stores were created from it, or two
                branches froze different versions with the same name, or the store belongs to another project.
                """,
            advice: """
                `apus check` reports whether a frozen version was edited: restore it from git, and make the change
                in a new version. `apus diff app.sqlite 2` shows the difference.
                """
        ),
        PlanningPage(
            "AP505",
            title: "Store of another model",
            example: .otherModel("Photos", expected: "Trips"),
            reason: """
                A model's name is part of its schema, and a store records the name of its model.
                """,
            advice: """
                Specify the right store, or specify the store's model with `--model` if the project has it.
                """
        ),
        PlanningPage(
            "AP506",
            title: "Store of a retired version",
            example: .retiredVersion(
                Schema.Version(5),
                isHead: false,
                opening: [AppRelease(name: "App 7.2", oldest: Schema.Version(12), newest: Schema.Version(14))]
            ),
            reason: """
                `apus retire` removed the version's schema, and so the way from it. Its line in the lock is still there, with
                the last release of the app that can open such a store.
                """,
            advice: """
                Open the store with that release, which migrates it; then open it with this one. Or check out the commit
                before the version was retired, and run `apus migrate` there.
                """
        ),
        PlanningPage(
            "AP507",
            title: "Retired version",
            example: .retiredTarget(Schema.Version(5), known: [Schema.Version(12), Schema.Version(13)]),
            reason: """
                `apus retire` removed the version's schema. Its line in the lock is still there, so that the digests of later
                versions can be verified.
                """,
            advice: """
                Specify a version that is not retired, or the version at a git revision. To bring a version back, restore
                the files of all versions from there on, and run `apus retire --before` with it.
                """
        ),
        PlanningPage(
            "AP508",
            title: "Direct mappings that give different data",
            example: .ambiguousWays(
                from: .version(Schema.Version(1)),
                to: .version(Schema.Version(4)),
                files: ["Migrations/Trips/1-3.yaml", "Migrations/Trips/2-4.yaml"],
                elements: [ElementPath("Trip", "code")]
            ),
            reason: """
                Stores take the way with the fewest stages. Here two ways through direct mappings that overlap, or with equally
                many stages, give different data of the elements. Which one a store takes would depend on further mappings.
                """,
            advice: """
                Write a direct mapping for the whole way, which is the shortest one then, or remove one of the two. A
                mapping that was locked can only be removed if no store was migrated with it.
                """
        ),
        PlanningPage(
            "AP509",
            title: "Missing code",
            example: .missingCode(
                [
                    .function(
                        FunctionDeclaration(
                            "geocode",
                            version: 1,
                            takes: [FunctionDeclaration.ValueType(.string)],
                            gives: FunctionDeclaration.ValueType(.string, isOptional: true)
                        )
                    )
                ],
                executable: "trips-migrate"
            ),
            reason: """
                An expression of a mapping calls a function in Swift, or a mapping names code over whole objects, and the program that
                is to migrate the store does not have it in the declared version, with the declared types, or it is written for
                the classes of other versions. `apus` itself has no such code. The store is unchanged.
                """,
            advice: """
                In an app, add the function or the stage to `code` of the model's migration plan. On the command line, run an
                executable of the project's own that hands them to `ApusCommand.main`; `executable` in `apus.yaml` says which.
                [SwiftFunctions.md](SwiftFunctions.md) and [SwiftStages.md](SwiftStages.md) show both.
                """
        ),
    ]
}
