import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// What a pull request shows.
@Suite struct StageMarkdownTests {
    @Test func theWholeText() {
        #expect(
            StageReport.refused.markdown == """
                ## `Trips`: `3` → `head`: 15 changes, refused, 2 decisions needed

                |  | added | removed | changed | renamed | lost |
                | --- | ---: | ---: | ---: | ---: | ---: |
                | `Journey` | 2 | 1 | 4 | 2 | 1 |
                | `Item` | 1 | 1 | 1 |  |  |
                | `Tag` | 1 |  |  |  |  |
                | `Status` |  | 1 |  |  | 1 |
                | `Draft` |  | 1 |  |  | 1 |
                | all | 4 | 4 | 5 | 2 | 3 |

                ### Decisions needed

                - **AP203** `beginDate` is new and `startDate` is gone, both date: a rename?
                  - if so, add `originalName: startDate` to `Item.beginDate`
                    ```yaml
                    originalName: startDate
                    ```
                  - if it is computed from older values, write how in Migrations/Trips/3-head.yaml: `values: { Item.beginDate: … }`
                  - if not, accept the loss in Migrations/Trips/3-head.yaml: `accept: [Item.startDate]`
                    ```yaml
                    accept: [Item.startDate]
                    ```
                - **AP404** the mapping fills `Item.title`, but no row needs a value
                  - remove the line

                <details>
                <summary><code>Journey</code>: 9 changes</summary>

                ```diff
                ! Trip → Journey      entity renamed
                ! start → startDate   renamed
                ! nights              double → int32, rounded   (by convert)
                + code                uuid, existing rows without a value get uuid()   (by fill)
                ! owner               optional → required   (by require)
                - legacyCode          string?   (loss accepted)
                ! title               computed: uppercase($source.name)   (by values)
                + unique:             [name, startDate], checked for duplicates
                ! items               delete rule nullify → cascade
                ```

                </details>

                <details>
                <summary><code>Item</code>: 3 changes</summary>

                ```diff
                ! title       required → optional
                + beginDate   date
                - startDate   date   (refused: AP203)
                ```

                </details>

                <details>
                <summary><code>Tag</code>: 1 change</summary>

                ```diff
                + Tag       new
                +   title   string
                ```

                </details>

                <details>
                <summary><code>Status</code>: 1 change</summary>

                ```diff
                - archived   case, stored as 'archived'   (loss accepted)
                ```

                </details>

                <details>
                <summary><code>Draft</code>: 1 change</summary>

                ```diff
                - Draft   entity and all its objects   (loss accepted)
                ```

                </details>

                """
        )
    }

    @Test func nothingDiffers() {
        let report = StageReport(model: "Trips", from: "1", to: "main:", changes: [])
        #expect(report.markdown == "## `Trips`: `1` → `main:`: no change of the store\n")
    }

    @Test("A refusal without changes")
    func refusalsOnly() {
        let refusal = Refusal(
            .claimedTwice(older: ElementPath("C"), newer: [ElementPath("A"), ElementPath("B")]),
            at: ElementPath("A")
        )
        let report = StageReport(model: "M", from: "1", to: "2", changes: [], refusals: [refusal])
        #expect(
            report.markdown == """
                ## `M`: `1` → `2`: 0 changes, refused, 1 decision needed (more may follow)

                ### Decisions needed

                - **AP401** `A` and `B` both claim the older `C`

                """
        )
    }

    /// Texts that try to be more than a name.
    static let hostile: [String] = [
        "a|b", "a\\|b", "`x`", "``` ` ```", "<script>", "</code></details>", "@team", "#12", "a@b.example",
        "https://example.org", "www.example.org", "a\nb", "a\r\n\r\n# b", "![x](y)", "[x](y)", "&lt;", "-->", "*a*",
        "| a |\n| - |", "~~a~~", "\u{2028}x", "\u{202E}x", " ", "'", "a' b 'c", "$x$", ":tada:",
    ]

    @Test("No name is more than a name", arguments: hostile)
    func hostileNames(_ name: String) throws {
        func refusal(_ name: String) -> Refusal {
            let path = ElementPath("A", name)
            return Refusal(
                .likelyRename(older: path, type: name),
                at: path,
                settledBy: [.originalName(name, of: path), .line(.accept(path), file: name)]
            )
        }
        let report = StageReport(
            model: name,
            from: name,
            to: name,
            changes: [
                Change(AttributeRenamed(from: name, to: name), entity: name, verdict: .refused(refusal(name))),
                Change(
                    DefaultChanged(name: name, from: name, to: name),
                    entity: "B",
                    verdict: .mapped(.fill(ElementPath("B", name), .literal(name)))
                ),
            ],
            refusals: [refusal(name)]
        )
        let plain = MarkdownShape(
            StageReport(
                model: "x",
                from: "x",
                to: "x",
                changes: [
                    Change(AttributeRenamed(from: "x", to: "x"), entity: "x"),
                    Change(DefaultChanged(name: "x", from: "x", to: "x"), entity: "B"),
                ],
                refusals: [refusal("x")]
            ).markdown
        )
        let shape = MarkdownShape(report.markdown)
        #expect(shape.prose == [], "\(report.markdown)")
        // An apostrophe in a name leaves a message as plain text, without code to paste.
        if !name.contains("'") { #expect(shape.lines == plain.lines, "\(report.markdown)") }
    }
}
