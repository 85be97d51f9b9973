extension OutputSchema {
    /// The outputs of all commands.
    static let all: [OutputSchema] = [
        OutputSchema("init", "Init"),
        OutputSchema("import", "Import"),
        OutputSchema("check", "Check"),
        OutputSchema("generate", "Generate"),
        OutputSchema("diff", "Stage"),
        OutputSchema("log", "Log"),
        OutputSchema("freeze", "Freeze"),
        OutputSchema("retire", "Retire"),
        OutputSchema("mapping", "NewMapping", "of 'apus mapping new'"),
        OutputSchema("resolve", "Resolution"),
        OutputSchema("merge", "Merge"),
        OutputSchema("plan", "Plan"),
        OutputSchema("migrate", "Migration", "one per store, one after the other"),
        OutputSchema("status", "[Status] | [ProjectStatus]", "the latter without a store"),
        OutputSchema("verify", "[Verification]"),
        OutputSchema("rekey", "[Rekeying]"),
        OutputSchema("test", "Tests"),
        OutputSchema("inspect", "Inspection"),
        OutputSchema("export", "Export", "with --report json"),
        OutputSchema("seed", "Seeding"),
        OutputSchema("load", "Load", "with --report json"),
        OutputSchema("dump", "[map<any>]", "the rows"),
        OutputSchema("schema", "Schemas", "with --write or --check"),
        OutputSchema("explain", "[Page] | Page", "the former without a code"),
    ]
}

extension OutputShape {
    /// The shapes of all outputs.
    static let all: [OutputShape] = failures + projects + stages + plans + stores + tests

    private static let failures: [OutputShape] = [
        OutputShape(
            "Failure",
            "why a command failed, if there is no other result; any command prints it",
            """
            format: integer         # the version of this shape
            verdict: invalid | refused | stopped | failed
            exitCode: integer       # the exit code of the command
            kind: string | null     # the kind of error, if a store failed
            findings: [Finding]     # what went wrong
            notes: [string]         # help with all findings together
            decisions?: [Decision]  # the decisions that stages need, if that is why
            """
        ),
        OutputShape(
            "Finding",
            "what is wrong, and what to do",
            """
            severity: error | warning
            code?: string           # 'apus explain' describes it
            file?: string
            line?: integer          # counted from 1
            column?: integer        # counted from 1, in characters
            message: string
            notes: [string]         # further facts
            help: [string]          # what to do, one suggestion each
            isFixable: boolean      # whether 'apus check --fix' settles it
            """
        ),
    ]

    private static let projects: [OutputShape] = [
        OutputShape(
            "Init",
            "what was written",
            """
            format: integer         # the version of this shape
            model: string | null    # the model that was begun; null in a project that existed
            files: [string]
            missingInGitignore?: [string]  # lines that your own file does not have
            git: [string]           # what was set up in git, as sentences
            declaration: string | null  # the target for Package.swift, with --executable
            """
        ),
        OutputShape(
            "Import",
            "what was imported",
            """
            format: integer         # the version of this shape
            model: string
            isHeadOnly: boolean
            versions: [ImportedVersion]  # those that were frozen, oldest first
            stages: [ImportedStage] # those with a mapping to review
            findings: [Finding]     # what differs from the bundle
            """
        ),
        OutputShape(
            "ImportedVersion",
            "a version that was frozen",
            """
            version: string
            name: string            # its name in the bundle
            """
        ),
        OutputShape(
            "ImportedStage",
            "a stage whose mapping was written",
            """
            from: string
            to: string
            isDecided: boolean      # whether no decision is left to make
            review: [string]        # what the mapping says
            """
        ),
        OutputShape(
            "Check",
            "the result of a check",
            """
            format: integer         # the version of this shape
            verdict: sound | invalid | refused | outdated
            models: [CheckedModel]
            findings: [Finding]
            """
        ),
        OutputShape(
            "CheckedModel",
            "a model that was checked",
            """
            name: string
            newest?: string         # the newest frozen version
            isHeadChanged?: boolean # whether the head differs from it
            digest: string          # of the head, or of the newest version if there is no head
            entities: map<string>   # the digests of the entities, by name
            """
        ),
        OutputShape(
            "Generate",
            "the files that were written, would be or are printed",
            """
            format: integer         # the version of this shape
            folder: string | null   # null with --print
            isDone: boolean         # whether files were written and removed
            files: [GeneratedFile]  # those that are not up to date, or were not; all with --print
            """
        ),
        OutputShape(
            "GeneratedFile",
            "a file of the generated classes",
            """
            name: string
            state: added | changed | removed | obstructed | printed
            contents?: string       # with --print
            """
        ),
        OutputShape(
            "Freeze",
            "what was frozen or locked",
            """
            format: integer         # the version of this shape
            model: string
            version: string | null  # null if a mapping was locked
            files: [string]
            changes: Stage | null   # the stage to the new version; null for the first one
            """
        ),
        OutputShape(
            "Retire",
            "what was removed, or would be",
            """
            format: integer         # the version of this shape
            model: string
            isDryRun: boolean
            versions: [string]      # those that are retired, oldest first
            restored: [string]      # those that are no longer retired
            removed: [string]       # the files
            findings: [Finding]     # files that are kept, and what cannot be undone
            """
        ),
        OutputShape(
            "NewMapping",
            "the mapping that was written",
            """
            format: integer         # the version of this shape
            model: string
            from: string | null     # null if no stage needs a decision
            to: string | null
            file: string | null     # null if none was written
            contents?: string       # with --print
            decisions: [Decision]   # those that the stage needs
            """
        ),
        OutputShape(
            "Merge",
            "what was merged",
            """
            format: integer         # the version of this shape
            verdict: merged | open  # open if a conflict is left to decide
            done: [string]          # what was done to finish git's merge, as sentences
            findings: [Finding]     # the conflicts
            contents?: string       # with --print
            """
        ),
        OutputShape(
            "Export",
            "what was written",
            """
            format: integer         # the version of this shape
            kind: sql | xcdatamodel | xcdatamodeld
            output: string
            files: [string]
            findings: [Finding]     # what the format cannot express
            """
        ),
        OutputShape(
            "Schemas",
            "the schemas for editors",
            """
            format: integer         # the version of this shape
            written: [string]       # those that were not up to date; empty with --check
            """
        ),
        OutputShape(
            "Page",
            "what a code means",
            """
            code: string
            title: string
            markdown: string
            url?: string            # the page on the documentation's site
            """
        ),
        OutputShape(
            "ProjectStatus",
            "what the project has",
            """
            store: null             # none, so that a script whose path was empty finds no store
            model: string
            versions: [string]
            retired: [string]       # versions without files
            entities: integer
            isHeadChanged: boolean
            stages: [PendingStage]
            """
        ),
    ]
}
