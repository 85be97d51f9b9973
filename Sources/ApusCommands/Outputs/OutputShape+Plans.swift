extension OutputShape {
    static let stages: [OutputShape] = [
        OutputShape(
            "Stage",
            "the changes between two schemas",
            """
            format: integer         # the version of this shape: 2
            model: string
            from: string
            to: string
            skips?: [string]        # the versions that a direct mapping skips
            verdict: lightweight | mapped | refused
            summary: string
            changes: [Change]
            losses: [string]        # the elements whose rows or values are lost
            swift?: [MappingLine]   # the code in Swift that the stage runs
            decisions: [Decision]
            suggestion?: string     # a mapping that settles several decisions at once
            """
        ),
        OutputShape(
            "Log",
            "the history of a model",
            """
            format: integer         # the version of this shape
            model: string
            versions: [LoggedVersion]  # newest first, with the head if it has changed
            retired: [LoggedRetirement]  # newest first
            """
        ),
        OutputShape(
            "LoggedVersion",
            "a version and what it changed",
            """
            version: string         # 'head' if it is not frozen yet
            entities: integer | null  # how many it has; null if its schema was not read
            stage: LoggedStage | null  # from the version before; null for the first one
            direct?: [LoggedStage]  # from older versions, by mappings that skip those between
            """
        ),
        OutputShape(
            "LoggedStage",
            "a stage in numbers",
            """
            from: string
            skips?: [string]        # the versions that a direct mapping skips
            verdict: lightweight | mapped | refused
            summary: string
            added: integer
            changed: integer
            removed: integer
            mapping: string | null  # the file
            """
        ),
        OutputShape(
            "LoggedRetirement",
            "a retired version",
            """
            version: string
            newest: string          # the newest version when it was retired
            release: string | null  # the last release of the app that can open its stores
            """
        ),
        OutputShape(
            "Change",
            "a change of an element",
            """
            code: string            # 'apus explain' describes it
            kind: string            # the name of the code
            entity: string
            property?: string
            subject: string
            from?: string
            to?: string
            detail: string
            verdict: lightweight | accepted | mapped | refused
            fill?: string           # the value that the mapping fills in
            values?: string         # the expression of the mapping
            convert?: string        # the conversion of the mapping
            require?: boolean
            staysEmpty?: boolean    # whether rows stay without an object of a required relationship
            refusal?: string        # the code of the refusal
            """
        ),
        OutputShape(
            "Decision",
            "what a stage needs to know",
            """
            code: string
            element: string
            reason: string
            answers: [Answer]
            """
        ),
        OutputShape(
            "Answer",
            "what settles a decision",
            """
            kind: lines | originalName | removal | correction | edit
            description: string
            file?: string           # the mapping's file
            yaml?: string           # the text to paste
            lines?: [MappingLine]
            element?: string        # the element of the model, or the corrected path
            """
        ),
        OutputShape(
            "Resolution",
            "the decisions that are open, and what was written",
            """
            format: integer         # the version of this shape
            model: string
            to: string | null       # where the stage ends; null if nothing is open
            verdict: settled | open
            decisions: [Question]
            written: [string]       # the files
            changes?: [FileChange]  # with --dry-run: what would be written
            """
        ),
        OutputShape(
            "FileChange",
            "what would be written to a file",
            """
            file: string
            diff: string            # as 'diff -u' prints it
            """
        ),
        OutputShape(
            "Question",
            "a decision, as a file for --answers has it",
            """
            code: string
            element: string
            from: string
            reason: string
            question: string
            location: string | null
            answers: [WrittenAnswer]  # likely ones first
            alternatives: [string]  # what the author can do by hand
            answer: string | null   # for whoever fills it in
            """
        ),
        OutputShape(
            "WrittenAnswer",
            "an answer that can be written",
            """
            description: string
            yaml: string
            losses: [string]        # the elements whose loss it accepts
            """
        ),
        OutputShape(
            "MappingLine",
            "a line of a mapping",
            """
            key: string
            path: string
            value?: string
            """
        ),
        OutputShape(
            "PendingStage",
            "a stage that is to be carried out",
            """
            from: string
            to: string
            verdict: string
            isLightweight: boolean
            isRefused: boolean
            skips?: [string]        # the versions that a direct mapping skips
            """
        ),
    ]

    static let plans: [OutputShape] = [
        OutputShape(
            "Plan",
            "what a migration does",
            """
            format: integer         # the version of this shape
            model: string
            from: string
            to: string
            stages: [Stage]
            ignoredLines?: [MappingLine]  # lines of the head's mapping that are not carried out
            passes: [Pass]
            losses: [Loss]
            staysEmpty?: [EmptyRelationship]  # required, but existing rows stay without an object
            setAside?: [PlannedAside]  # what the store keeps in a table of its own
            functions?: [SwiftFunction]
            swift?: [SwiftCode]
            store?: string          # if the plan is for a store
            tables?: [TableWork]    # what happens to the store's tables
            needs?: Needs | null
            lost?: RowEffects | null
            brokenRules?: [BadValues] | null
            deferred?: [Deferred]   # what is left for later
            seedData?: SeedData
            sql?: [Statement]       # with --sql
            """
        ),
        OutputShape(
            "Pass",
            "stages that are carried out together",
            """
            from: string
            to: string
            start?: PassStart       # why it begins; left out for the first one
            extents: [Extent]       # those that change
            checks: [RowCheck]
            assertions?: [Assertion]
            """
        ),
        OutputShape(
            "PassStart",
            "why a stage begins a pass",
            """
            stage: string
            element: string
            rule: string
            reason: string
            """
        ),
        OutputShape(
            "Extent",
            "how the objects of an entity, or the rows of a join table, are made",
            """
            extent: string
            reads: [string]
            looksAt: [string]
            values: [ExtentValue]
            """
        ),
        OutputShape(
            "ExtentValue",
            "how a value is made",
            """
            name: string
            from: string
            """
        ),
        OutputShape(
            "RowCheck",
            "a check of every row",
            """
            extent: string
            path: string
            value: string
            """
        ),
        OutputShape(
            "Assertion",
            "what the mapping of a stage asserts",
            """
            stage: string
            that: string
            message: string
            """
        ),
        OutputShape(
            "Loss",
            "an accepted loss",
            """
            path: string
            stage: string
            acceptedAt?: string     # the file and line of the mapping
            """
        ),
        OutputShape(
            "EmptyRelationship",
            "a required relationship without an object in existing rows",
            """
            path: string
            stage: string
            """
        ),
        OutputShape(
            "PlannedAside",
            "what a stage removes, and the store keeps in the table 'apus_set_aside'",
            """
            path: string            # an entity, or an attribute
            stage: string
            reason: string          # which objects or values
            """
        ),
        OutputShape(
            "SwiftFunction",
            "a function in Swift that the migration calls",
            """
            name: string
            signature: string
            version: integer
            """
        ),
        OutputShape(
            "SwiftCode",
            "code in Swift that a stage runs",
            """
            stage: string
            name: string
            version: integer
            tables: integer         # the tables of the older version, which are copied first
            """
        ),
        OutputShape(
            "TableWork",
            "what happens to a table",
            """
            table: string
            how: string
            why: string
            rows: integer | null
            """
        ),
        OutputShape(
            "Needs",
            "the time and disk space that the migration needs",
            """
            bytes: integer
            bytesFree: integer | null
            seconds: number
            """
        ),
        OutputShape(
            "Statement",
            "an SQL statement",
            """
            step: string
            sql: string
            values: [string]
            """
        ),
    ]
}
