extension OutputShape {
    static let stores: [OutputShape] = [
        OutputShape(
            "Migration",
            "what happened to a store",
            """
            store: string
            outcome: migrated | unchanged | created | finished | tried | refused | failed | stopped
            from: string | null
            to: string | null
            direct?: [DirectMapping]  # the direct mappings that were used
            purge?: done | incomplete # whether something is left of values that were encrypted
            purgeReason?: string    # why something may be left
            copies?: [string]       # copies with the values as they were
            seedData?: SeedData     # what the app's seed data will do, with --dry-run
            deferred?: [Deferred]   # what is left for later
            finished?: [Deferred]   # what was done of it, with --finish
            rowsWritten: integer | null
            seconds: number | null
            backup: string | null   # the copy that was made first
            effects: RowEffects | null  # what happens to the rows, with --dry-run
            brokenRules: [BadValues] | null  # kept values that break a newer rule
            error: StoreProblem | null
            """
        ),
        OutputShape(
            "DirectMapping",
            "a mapping over several versions",
            """
            from: string
            to: string
            insteadOf: string       # the stages that it replaces
            """
        ),
        OutputShape(
            "StoreProblem",
            "why a store cannot be used",
            """
            kind: string            # a word that stays the same in future releases
            message: string         # that of the first finding
            help: [string]
            findings: [Finding]
            decisions?: [Decision]  # the decisions that stages need, if that is why
            """
        ),
        OutputShape(
            "RowEffects",
            "what happens to the rows of a store",
            """
            rows: [RowCount]
            values: [ValueCount]
            unread: [string]        # tables that cannot be read
            setAside: [SetAside]    # what the store keeps in a table of its own
            """
        ),
        OutputShape(
            "RowCount",
            "how the number of the rows of an entity changes",
            """
            path: string
            before: integer
            after: integer
            added: integer
            removed: integer
            """
        ),
        OutputShape(
            "ValueCount",
            "how the values of a property change",
            """
            path: string
            changed: integer
            lost: integer
            filled: integer
            setAside: integer       # how many of the lost ones the store keeps
            samples: [ValueSample]
            """
        ),
        OutputShape(
            "ValueSample",
            "a value that changes",
            """
            row: string
            before: string | null
            after: string | null
            """
        ),
        OutputShape(
            "BadValues",
            "values of a column that break a rule",
            """
            table: string
            column: string
            count: integer
            problem: string         # after 'is' or 'are'
            rows: [string]          # some of the rows
            isIncomplete: boolean   # whether only a required relationship is empty
            """
        ),
        OutputShape(
            "Deferred",
            "work that a migration left for later",
            """
            kind: column | index
            table: string
            name: string
            """
        ),
        OutputShape(
            "SeedData",
            "what the app's seed data will do, at most",
            """
            rows: [SeedDataRows]
            """
        ),
        OutputShape(
            "SeedDataRows",
            "the rows of an entity",
            """
            entity: string
            added: integer
            changed: integer
            removed: integer
            """
        ),
        OutputShape(
            "SetAside",
            "objects that migrations removed and set aside",
            """
            from: string | null
            to: string | null
            entity: string
            property: string | null
            reason: string
            count: integer
            """
        ),
        OutputShape(
            "Status",
            "what a store holds",
            """
            store: string
            model: string | null
            version: string | null
            format: integer | null
            bytes: integer | null
            needsRecovery: boolean  # whether SQLite has to roll back an interrupted transaction first
            rows: [EntityRows] | null
            incomplete: [BadValues] | null
            setAside: [SetAside] | null
            history?: KeptHistory
            deferred?: [Deferred]
            seedData?: SeedData
            pending: [PendingStage] | null
            pendingProblem: string | null
            aheadOf: string | null  # the newest version, if the store holds an unreleased head
            migrations: [LoggedMigration] | null
            error: StoreProblem | null
            """
        ),
        OutputShape(
            "EntityRows",
            "the number of an entity's rows",
            """
            entity: string
            count: integer | null
            """
        ),
        OutputShape(
            "KeptHistory",
            "the history that a store keeps",
            """
            transactions: integer
            changes: integer
            since: string | null
            """
        ),
        OutputShape(
            "LoggedMigration",
            "a migration in a store's log",
            """
            from: string
            to: string
            finishedAt: string
            seconds: number
            rowsWritten: integer
            summary: string
            """
        ),
        OutputShape(
            "Verification",
            "what is wrong with a store",
            """
            store: string
            model: string | null
            version: string | null
            isSound: boolean | null
            damages: [string] | null
            differences: [Difference] | null
            badValues: [BadValues] | null
            setAside: [SetAside] | null
            deferred?: [Deferred]
            orphanedFiles: [string] | null
            uncheckedTables: [string] | null
            keyUses: [KeyUse] | null
            error: StoreProblem | null
            """
        ),
        OutputShape(
            "Difference",
            "what the tables have and the model does not, or the reverse",
            """
            kind: string
            description: string
            isExtra: boolean        # whether it was added by hand, which is no error
            expected: string | null
            found: string | null
            """
        ),
        OutputShape(
            "KeyUse",
            "how many values a key has encrypted",
            """
            table: string
            column: string
            key: string
            rank: string | null     # first, older or unknown; null if it cannot be found out
            id: string | null
            count: integer
            """
        ),
        OutputShape(
            "Rekeying",
            "what was encrypted again",
            """
            store: string
            outcome: rekeyed | unchanged | tried | stopped | failed
            values: [RekeyedValues] | null
            unreadable: [BadValues] | null
            purge?: done | incomplete
            purgeReason?: string
            copies?: [string]
            otherModels?: [string]
            isDryRun?: boolean
            seconds: number | null
            error: StoreProblem | null
            """
        ),
        OutputShape(
            "RekeyedValues",
            "values of a column",
            """
            table: string
            column: string
            key: string
            count: integer
            """
        ),
        OutputShape(
            "Inspection",
            "what a store records about itself",
            """
            store: string
            format: integer         # that of the store
            bytes: integer
            pageSize: integer
            journalMode: string
            encoding: string
            models: [StoredModel]
            """
        ),
        OutputShape(
            "StoredModel",
            "a model in a store",
            """
            model: string
            version: string
            digest: string | null
            generation: integer
            migrations: [LoggedMigration]
            deferred?: [Deferred]
            schema: map<any>        # the schema in its canonical form
            """
        ),
        OutputShape(
            "Seeding",
            "the store that was made",
            """
            store: string
            model: string
            version: string
            profile: tiny | typical | adversarial
            seed: integer
            rows: [SeededRows]
            pairs: [SeededPairs]    # the rows of join tables
            files: integer
            bytes: integer
            """
        ),
        OutputShape(
            "SeededRows",
            "the objects of an entity",
            """
            entity: string
            count: integer
            """
        ),
        OutputShape(
            "SeededPairs",
            "the rows of a join table",
            """
            relationship: string
            count: integer
            """
        ),
        OutputShape(
            "Load",
            "the rows that were loaded",
            """
            format: integer         # the version of this shape
            store: string
            isDryRun: boolean
            files: [LoadedFile]     # those that were loaded completely
            failure?: Failure       # why the next file was not loaded
            """
        ),
        OutputShape(
            "LoadedFile",
            "a file of rows",
            """
            file: string
            rows: integer
            inserted: integer
            updated: integer
            """
        ),
    ]
}
