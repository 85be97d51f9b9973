import ApusProject
import ApusSchema
import Testing

@Suite struct SchemaArgumentTests {
    @Test(
        "what is written is read in one order",
        arguments: [
            ("head", .head),
            ("3", .version(.init(3))),
            ("1.2", .version(.init(1, 2))),
            ("./3", .path("./3")),
            ("./head", .path("./head")),
            ("03", .path("03")),
            ("Head", .path("Head")),
            ("main", .path("main")),
            ("a.yaml", .path("a.yaml")),
            ("app.sqlite", .path("app.sqlite")),
            ("main:", .git(.revision("main"), .head)),
            ("main:head", .git(.revision("main"), .head)),
            ("main:3", .git(.revision("main"), .version(.init(3)))),
            ("main:3/", .git(.revision("main"), .path("3/"))),
            ("main:./3", .git(.revision("main"), .path("./3"))),
            ("main:a/b.yaml", .git(.revision("main"), .path("a/b.yaml"))),
            ("main:a:b.yaml", .git(.revision("main"), .path("a:b.yaml"))),
            ("feature/x:a.yaml", .git(.revision("feature/x"), .path("a.yaml"))),
            ("HEAD~2:", .git(.revision("HEAD~2"), .head)),
            ("@:", .git(.revision("@"), .head)),
            ("3:", .git(.revision("3"), .head)),
            ("-x:", .git(.revision("-x"), .head)),
            ("main@{10:30}:a.yaml", .git(.revision("main@{10:30}"), .path("a.yaml"))),
            ("HEAD^{/fix: it}:3", .git(.revision("HEAD^{/fix: it}"), .version(.init(3)))),
            ("HEAD^{/fix: it", .path("HEAD^{/fix: it")),
            ("a}b:", .git(.revision("a}b"), .head)),
            (":", .git(.index(stage: 0), .head)),
            (":3", .git(.index(stage: 0), .version(.init(3)))),
            (":a.yaml", .git(.index(stage: 0), .path("a.yaml"))),
            (":2:", .git(.index(stage: 2), .head)),
            (":2:a.yaml", .git(.index(stage: 2), .path("a.yaml"))),
            (":4:a.yaml", .git(.index(stage: 0), .path("4:a.yaml"))),
            ("./main:3", .path("./main:3")),
            ("../main:3", .path("../main:3")),
            ("/tmp/main:3", .path("/tmp/main:3")),
            (".", .path(".")),
            ("..", .path("..")),
        ] as [(String, SchemaArgument)]
    )
    func reading(text: String, meaning: SchemaArgument) throws {
        #expect(try SchemaArgument(parsing: text) == meaning)
    }

    @Test func whatIsNoArgument() {
        #expect(throws: SchemaArgument.Problem.empty) { try SchemaArgument(parsing: "") }
        #expect(throws: SchemaArgument.Problem.commitSearch(text: "fix")) { try SchemaArgument(parsing: ":/fix") }
    }

    @Test(
        "a source is written as git takes it",
        arguments: [
            (.revision("main"), "main:"), (.index(stage: 0), ":"), (.index(stage: 2), ":2:"),
        ] as [(GitSource, String)]
    )
    func source(source: GitSource, text: String) {
        #expect(source.description == text)
    }

    @Test(
        "a path is followed from where it begins",
        arguments: [
            ("app", "Schemas/Trips", "app/Schemas/Trips"),
            ("app", "./x.yaml", "app/x.yaml"),
            ("app", "../x.yaml", "x.yaml"),
            ("app", ".", "app"),
            ("", "a//b/./c/../d/", "a/b/d"),
            ("app", "../..", nil),
            ("", "..", nil),
        ] as [(String, String, String?)]
    )
    func paths(start: String, text: String, path: String?) {
        #expect(GitPath(start.split(separator: "/").map(String.init)).appending(text)?.description == path)
    }
}
