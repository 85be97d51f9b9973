import ApusDiagnostics
import ApusMigration
import ApusReports

/// `Documentation/Changes.md`, as the catalogue says it.
enum CataloguePage {
    /// The whole page.
    static var text: String {
        let changes: [String] = ChangeCatalogue.pages.map(section)
        let planning: [String] = ChangeCatalogue.planning.map(section)
        return ([introduction, table] + changes + [planningTable] + planning).joined(separator: "\n\n") + "\n"
    }

    private static var table: String {
        let rows: [String] = ChangeCatalogue.pages.map { page in
            "| [\(page.code)](#\(page.code.lowercased())) | \(page.title) | \(asks(of: page)) | \(page.severity) |"
        }
        return
            (["## All changes and findings", "", "| code | what | asks for | severity |", "| --- | --- | --- | --- |"]
            + rows)
            .joined(separator: "\n")
    }

    private static func section(_ page: ChangePage) -> String {
        var parts: [String] = [
            "## \(page.code)",
            "**\(page.title)** · `\(page.name)` · \(asks(of: page))",
            page.reason,
            "Before and after:",
            block(page.before),
            block(page.after),
        ]
        if let mapping = page.mapping {
            parts += ["`Migrations/Example/1-2.yaml`:", block(mapping)]
        }
        parts.append("**What to do.** \(page.advice)")
        return parts.joined(separator: "\n\n")
    }

    private static var planningTable: String {
        let rows: [String] = ChangeCatalogue.planning.map { "| [\($0.code)](#\($0.code.lowercased())) | \($0.title) |" }
        return
            ([
                "## When there is no plan", "",
                "`apus plan` and `apus migrate` end with one of these where a store cannot be led to the target at all.",
                "",
                "| code | what |", "| --- | --- |",
            ] + rows)
            .joined(separator: "\n")
    }

    private static func section(_ page: PlanningPage) -> String {
        let findings: String = page.example.diagnostics().map(\.description).joined(separator: "\n")
        return [
            "## \(page.code)", "**\(page.title)**", page.reason, block(findings, "text"),
            "**What to do.** \(page.advice)",
        ]
        .joined(separator: "\n\n")
    }

    private static func block(_ text: String, _ language: String = "yaml") -> String {
        "```\(language)\n\(text)\n```"
    }

    /// What a change asks for, first what its example shows.
    private static func asks(of page: ChangePage) -> String {
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

        <!-- Generated from Sources/ApusReports by ApusMigrationTests. APUS_RECORD=1 writes it anew. -->

        Between two versions of a model, `apus diff` finds changes: an attribute that is new, a relationship under another
        name, an entity that inherits from another one. Each kind of change has a code that never changes, and a section
        here: what it means for the objects in a store, why, an example, and what to do. The findings about a stage, such
        as a rename that nobody wrote down, have codes and sections too.

        What a change asks for:

        | word | means |
        | --- | --- |
        | nothing | the change is lightweight: it is inferred, and no value is lost or invented |
        | nothing (checked) | as above; but a migration looks at the data first, and stops before it writes where the data does not fit |
        | nothing (written) | as above: the change tells what a line of the mapping does for which no other change asks |
        | `accept` | data is lost, and the stage is refused until its mapping names what |
        | `fill` | existing rows need a value, from `fill` in the mapping or from a default; or `require` says that they have one |
        | `convert` | values change their form in a way that somebody has to choose, and names in the mapping |
        | a decision | the stage is refused until the model says what is meant, or the mapping accepts the loss |
        | a correction | a line of the mapping says something that the stage does not need |

        The severity says how much attention a change deserves: `none`; `caution`, as a migration may stop, or something outside
        of the store has to follow; `decision`, as somebody has to say what is meant; `loss`, as data may go.

        Where a change may ask for several things, it asks for one of them, depending on what it is about; the example shows the first.
        The mapping of the stage from version 1 to version 2 of the model `Example` is `Migrations/Example/1-2.yaml`, and
        [Mappings.md](Mappings.md) describes it. The examples are models that lack only their first line, `model: Example`.

        In a diff, order, documentation, `userInfo`, `class`, `codegen`, `access`, `values`, `originalName`, `localization`,
        configurations, fetch requests, fetched properties and `versionIdentifier` are no change at all: no store depends on
        them.
        """
}
