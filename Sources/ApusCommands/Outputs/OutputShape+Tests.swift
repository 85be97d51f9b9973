extension OutputShape {
    static let tests: [OutputShape] = [
        OutputShape(
            "Tests",
            "the results of the tests",
            """
            format: integer         # the version of this shape
            models: [ModelTests]
            problems: [Problem]
            seconds: number
            summary: string
            """
        ),
        OutputShape(
            "ModelTests",
            "the tests of a model",
            """
            name: string
            target?: string
            problems: [Problem]
            tests: [TestResult]
            mutants?: [Mutant]      # with --mutants
            """
        ),
        OutputShape(
            "TestResult",
            "a test of a migration",
            """
            kind: seeded | case | store
            name: string
            from: string
            to: string
            outcome: passed | failed | skipped | recorded
            problems: [Problem]
            notes: [Problem]
            rows: integer
            goesBack: boolean
            changes: [TestedChange]
            seconds: number
            """
        ),
        OutputShape(
            "Problem",
            "what is wrong, or worth knowing",
            """
            message: string
            lines: [string]
            """
        ),
        OutputShape(
            "TestedChange",
            "how values differ from what is expected",
            """
            path: string
            summary: string
            samples: [ValueSample]
            """
        ),
        OutputShape(
            "Mutant",
            "a mistake that was made in a mapping",
            """
            from: string
            to: string
            location?: string
            key: string
            change: string
            noticedBy?: string      # the test; left out if none has noticed it
            difference?: string
            example?: string        # a case that notices it
            store?: string
            """
        ),
    ]
}
