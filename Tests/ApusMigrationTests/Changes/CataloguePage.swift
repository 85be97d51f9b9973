import ApusDiagnostics
import ApusMigration
import ApusReports

/// `Documentation/Changes.md`, made from the catalogue.
enum CataloguePage {
    /// The whole page.
    static var text: String {
        let changes: [String] = ChangeCatalogue.pages.map(\.markdown)
        let planning: [String] = ChangeCatalogue.planning.map(\.markdown)
        return ([introduction, table] + changes + [planningTable] + planning).joined(separator: "\n\n") + "\n"
    }

    private static var table: String {
        let rows: [String] = ChangeCatalogue.pages.map { page in
            "| [\(page.code)](#\(page.code.lowercased())) | \(page.title) | \(page.needs) | \(page.severity) |"
        }
        return
            ([
                "## All changes and findings", "",
                "| code | change or finding | needs | severity |",
                "| --- | --- | --- | --- |",
            ] + rows)
            .joined(separator: "\n")
    }

    private static var planningTable: String {
        let rows: [String] = ChangeCatalogue.planning.map { "| [\($0.code)](#\($0.code.lowercased())) | \($0.title) |" }
        return
            ([
                "## Planning errors", "",
                "`apus plan` and `apus migrate` report one of these errors if a store cannot be migrated to the target at all.",
                "",
                "| code | error |", "| --- | --- |",
            ] + rows)
            .joined(separator: "\n")
    }

    private static let introduction: String = """
        # Changes

        <!-- Generated from Sources/ApusReports by ApusMigrationTests. Record it with APUS_RECORD=1. -->

        `apus diff` lists the changes between two versions of a model: an added attribute, a renamed relationship, an
        entity with another parent. Each type of change has a code that never changes, and a section here: what happens
        to the objects in a store, why, an example, and what to do. Findings about a stage, such as a rename that was not
        declared, have codes and sections, too.

        What a change needs:

        | needs | meaning |
        | --- | --- |
        | nothing | The change is lightweight: it is inferred, and no value is lost or invented. |
        | nothing (checked) | As above, but the migration checks the data first and stops before the first write if the data does not fit. |
        | nothing (written) | As above: the change shows the effect of a mapping line that no other change needs. |
        | `accept` | Data is lost. The stage is refused until its mapping accepts the loss by name. |
        | `fill` | Existing rows need a value, from `fill` in the mapping or from a default; or `require` asserts that they have one. |
        | `convert` | Values change their form in a way that the author has to choose in the mapping. |
        | a decision | The stage is refused until the model is unambiguous, or until the mapping accepts the loss. |
        | a correction | A line of the mapping is wrong, or the stage does not need it. |

        The severity indicates how much attention a change deserves: `none`; `caution`, because a migration may stop or
        something outside the store needs an update; `decision`, because the author has to decide; `loss`, because data may
        be lost.

        If a change may need several things, it needs one of them, depending on the case; the example shows the first.
        The mapping of the stage from version 1 to version 2 of the model `Example` is `Migrations/Example/1-2.yaml`;
        [Mappings.md](Mappings.md) describes it. The examples are complete models except for their first line,
        `model: Example`.

        Order, documentation, `userInfo`, `class`, `codegen`, `access`, `values`, `originalName`, `localization`,
        configurations, fetch requests, fetched properties and `versionIdentifier` are not changes: no store depends on
        them.
        """
}
