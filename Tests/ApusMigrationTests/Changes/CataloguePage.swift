import ApusDiagnostics
import ApusMigration
import ApusReports

/// `Documentation/Changes.md`, made from the catalogue.
enum CataloguePage {
    /// The whole page.
    static var text: String {
        let changes: [String] = ChangeCatalogue.pages.map(section)
        let planning: [String] = ChangeCatalogue.planning.map(section)
        return ([introduction, table] + changes + [planningTable] + planning).joined(separator: "\n\n") + "\n"
    }

    private static var table: String {
        let rows: [String] = ChangeCatalogue.pages.map { page in
            "| [\(page.code)](#\(page.code.lowercased())) | \(page.title) | \(needs(of: page)) | \(page.severity) |"
        }
        return
            ([
                "## All changes and findings", "",
                "| code | change or finding | needs | severity |",
                "| --- | --- | --- | --- |",
            ] + rows)
            .joined(separator: "\n")
    }

    private static func section(_ page: ChangePage) -> String {
        var parts: [String] = [
            "## \(page.code)",
            "**\(page.title)** · `\(page.name)` · \(needs(of: page))",
            page.reason,
            page.between == nil ? "Before and after:" : "The versions 1, 2 and 3:",
        ]
        parts += [page.before, page.between, page.after].compactMap(\.self).map { block($0) }
        if let mapping = page.mapping {
            parts += ["`Migrations/Example/1-\(page.between == nil ? 2 : 3).yaml`:", block(mapping)]
        }
        parts.append("**What to do.** \(page.advice)")
        return parts.joined(separator: "\n\n")
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

    private static func section(_ page: PlanningPage) -> String {
        let findings = page.example.diagnostics().map(\.description).joined(separator: "\n")
        return [
            "## \(page.code)", "**\(page.title)**", page.reason, block(findings, "text"),
            "**What to do.** \(page.advice)",
        ]
        .joined(separator: "\n\n")
    }

    private static func block(_ text: String, _ language: String = "yaml") -> String {
        "```\(language)\n\(text)\n```"
    }

    /// What a change needs, starting with what its example shows.
    private static func needs(of page: ChangePage) -> String {
        let words: [String] = page.effects.map { effect in
            switch effect {
            case .lightweight: "nothing"
            case .checked: "nothing (checked)"
            case .written: "nothing (written)"
            case .loss: "`accept`"
            case .fill: "`fill`"
            case .mapped: page.mapping?.hasPrefix("convert") == true ? "`convert`" : "a decision"
            }
        }
        guard let last = words.last else { return "a correction" }
        return words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) or \(last)"
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
