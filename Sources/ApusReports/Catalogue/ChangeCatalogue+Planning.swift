import ApusMigration
import ApusSchema

// What stands in the way of a plan is no change and no decision about one, so it has pages of its own.

extension ChangeCatalogue {
    /// The pages of the reasons why there is no plan, in the order of their codes.
    package static let planning: [PlanningPage] = [
        PlanningPage(
            "AP501",
            title: "Nothing is frozen yet",
            example: .emptyHistory(model: "Trips"),
            reason: """
                A store of a released app stands at a version, and a migration leads it to another one. A model that was
                never frozen has none. The head is no version: it changes with every edit.
                """,
            advice: """
                Freeze the model when it is released. While it is not, `apus plan --to head` shows what the head would do.
                """
        ),
        PlanningPage(
            "AP502",
            title: "The target is no version",
            example: .unknownTarget(Schema.Version(9), known: [Schema.Version(1), Schema.Version(2)]),
            reason: """
                The version that was asked for is not in `versions/`, neither as a file nor in the lock.
                """,
            advice: """
                Name one of those that are known, or `head`. If it was frozen on another branch, merge that first.
                """
        ),
        PlanningPage(
            "AP503",
            title: "The store is of a version that is not known",
            example: .unknownVersion(Schema.Version(9), newest: Schema.Version(2)),
            reason: """
                A newer release of the app made or migrated the store. What that version means, only that release knows,
                so the store is left as it is. It is never guessed at, and never led back without its own history.
                """,
            advice: """
                Use the release that made the store, or a newer one. To lead it back, run `apus migrate --to` in the newer
                project.
                """
        ),
        PlanningPage(
            "AP504",
            title: "The store holds another schema than its version",
            example: .differentSchema(Schema.Version(2)),
            reason: """
                The store says that it stands at a version of this history, but the schema that it holds is not the one that
                the history has under that name. Either a frozen version was edited after stores were made of it, or two
                branches froze different versions under one name, or the store is of another project.
                """,
            advice: """
                `apus check` tells whether a frozen version was edited: restore it from git, and put the change into a new
                version. `apus diff app.sqlite 2` shows what differs.
                """
        ),
        PlanningPage(
            "AP505",
            title: "The store is of another model",
            example: .otherModel("Photos", expected: "Trips"),
            reason: """
                A model's name is a part of its schema, and a store says the name of the one that it holds.
                """,
            advice: """
                Name the right store, or the store's model with `--model`, where the project has it.
                """
        ),
    ]
}
