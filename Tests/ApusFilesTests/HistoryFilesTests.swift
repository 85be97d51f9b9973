import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import Testing

@Suite("The files of a model")
struct HistoryFilesTests {
    private func model(_ attributes: String, model: String = "T") -> String {
        "model: \(model)\nentities:\n  Trip:\n    attributes: { \(attributes) }\n"
    }

    private func line(_ version: String, _ letter: Character) -> String {
        let digest = String(repeating: letter, count: 64)
        return "\(version) \(digest) - \(digest)\n"
    }

    private func read(
        head: String? = nil,
        versions: [String: String] = [:],
        lock: String? = nil,
        mappings: [String: String] = [:]
    ) -> HistoryFiles.Contents {
        func files(_ folder: String, _ texts: [String: String]) -> [SourceFile] {
            texts.sorted { $0.key < $1.key }.map { SourceFile(path: "\(folder)/\($0.key)", text: $0.value) }
        }
        return HistoryFiles(
            model: "T",
            folder: "S/T",
            heads: [SourceFile(path: "S/T/T.yaml", text: head ?? model("a: string, b: string"))],
            versions: files("S/T/versions", versions),
            lock: lock.map { SourceFile(path: "S/T/versions.lock", text: $0) },
            mappings: files("M/T", mappings)
        ).read()
    }

    private func said(_ contents: HistoryFiles.Contents) -> String {
        contents.diagnostics.map(\.description).joined(separator: "\n")
    }

    @Test("A young project has a head and no versions")
    func young() {
        let contents = read()
        #expect(said(contents).isEmpty)
        #expect(contents.history?.versions.isEmpty == true)
        #expect(contents.history?.hasUnreleasedHead == true)
    }

    @Test("Versions are in the lock's order, with their chains, and their mappings")
    func whole() throws {
        let contents = read(
            versions: ["1.yaml": model("a: string"), "2.yaml": model("b: string"), "10.yaml": model("c: string")],
            lock: "# x\n# y\n" + line("1", "a") + line("2", "b") + line("10", "c"),
            mappings: [
                "1-2.yaml": "accept: [Trip.a]", "2-10.yaml": "accept:\n- Trip.b", "10-head.yaml": "accept: [Trip]",
            ]
        )
        #expect(said(contents).isEmpty)
        let history = try #require(contents.history)
        #expect(history.versions.map(\.description) == ["1", "2", "10"])
        #expect(history.newest?.digest == String(repeating: "c", count: 64))
        #expect(contents.mappings.count == 3)
        let last = try #require(contents.mappings.first { $0.to == nil })
        #expect(last[.accept].map(\.path) == [ElementPath("Trip")])
        #expect(last[.accept].first?.location?.description == "M/T/10-head.yaml:1:10")
    }

    @Test("Versions and lock must tell of each other")
    func lock() {
        let contents = read(
            versions: [
                "1.yaml": model("a: string"), "1.0.yaml": model("a: string"), "two.yaml": "", "3.yaml": model(""),
            ],
            lock: line("1", "a") + line("2", "b")
        )
        #expect(contents.history == nil)
        #expect(
            said(contents) == """
                S/T/versions/1.0.yaml: error: '1.0.yaml' is not the name of a version
                  help: name it '1.yaml'
                S/T/versions/two.yaml: error: 'two.yaml' is not the name of a version
                  help: frozen versions are named '1.yaml', '1.2.yaml' or '1.2.3.yaml', with numbers of at most 15 digits
                S/T/versions/3.yaml: error: version 3 is not in the lock, so it was not frozen
                  help: if it was released, restore S/T/versions.lock from version control
                  help: otherwise remove the file, and let 'apus freeze' write it
                S/T/versions.lock:2: error: version 2 was frozen, but S/T/versions/2.yaml is missing
                  help: restore the file from version control
                """
        )
    }

    @Test("A lock that cannot be read is one mistake, not many")
    func brokenLock() {
        let contents = read(
            versions: ["1.yaml": model("a: string")],
            lock: "<<<<<<< HEAD\n",
            mappings: ["1-2.yaml": "accept: []"]
        )
        #expect(contents.diagnostics.map(\.message) == ["a merge conflict is not resolved here"])
    }

    @Test("Mappings are of versions that exist, and of what they have")
    func mappings() {
        let contents = read(
            versions: ["1.yaml": model("name: string"), "2.yaml": model("b: string"), "3.yaml": model("c: string")],
            lock: line("1", "a") + line("2", "b") + line("3", "c"),
            mappings: [
                "1-2.yaml": "accept: [Trip.nane, Tripp, Trip, Journey.x]", "1-3.yaml": "", "2-head.yaml": "",
                "3-4.yaml": "", "7-8.yaml": "", "2_3.yaml": "", "1.0-2.yaml": "",
            ]
        )
        #expect(
            said(contents) == """
                M/T/1-2.yaml:1:10: error: 'Trip' of version 1 has no property 'nane'
                  help: did you mean 'Trip.name'?
                M/T/1-2.yaml:1:21: error: version 1 has no entity 'Tripp'
                  help: did you mean 'Trip'?
                M/T/1-2.yaml:1:34: error: version 1 has no entity or type 'Journey'
                  help: remove it
                M/T/1.0-2.yaml: error: '1.0-2.yaml' is not the name of a mapping
                  help: name it '1-2.yaml'
                M/T/2_3.yaml: error: '2_3.yaml' is not the name of a mapping
                  help: mappings are named after their versions: '2-3.yaml', '3-head.yaml' for the head's, '3-2.yaml' for the stage back, and '1-3.yaml' for a direct mapping
                M/T/3-4.yaml: error: there is no version 4
                  help: the versions are 1, 2, 3
                  help: if it is for the head, name it '3-head.yaml'
                M/T/7-8.yaml: error: there is no version 7
                  help: the versions are 1, 2, 3
                """
        )
    }

    @Test("A mapping may be of the way back")
    func waysBack() throws {
        let versions: [String: String] = [
            "1.yaml": model("a: string"), "2.yaml": model("b: string"), "3.yaml": model("c: string"),
        ]
        let lock: String = line("1", "a") + line("2", "b") + line("3", "c")
        let right = read(
            versions: versions,
            lock: lock,
            mappings: [
                "2-1.yaml": "accept: [Trip.b]", "3-2.yaml": "fill: { Trip.b: x }", "1-2.yaml": "accept: [Trip.a]",
            ]
        )
        #expect(said(right).isEmpty)
        #expect(right.mappings.map { "\($0.from)-\($0.to?.description ?? "head")" } == ["1-2", "2-1", "3-2"])
        #expect(right.history != nil)
        let wrong = read(
            versions: versions,
            lock: lock,
            mappings: [
                "3-1.yaml": "", "2-2.yaml": "", "1-1.yaml": "", "head-3.yaml": "", "4-3.yaml": "",
                "2-1.yaml": "accept: [Trip.a]",
            ]
        )
        #expect(
            said(wrong) == """
                M/T/1-1.yaml: error: a stage is between two versions, and both are 1
                  help: the versions are 1, 2, 3
                M/T/2-1.yaml:1:10: error: only version 1 has 'Trip.a', so nothing of it can be lost
                  help: remove it: 'accept' takes the names of version 2
                M/T/2-2.yaml: error: a stage is between two versions, and both are 2
                  help: the versions are 1, 2, 3
                M/T/4-3.yaml: error: there is no version 4
                  help: the versions are 1, 2, 3
                M/T/head-3.yaml: error: 'head-3.yaml' is not the name of a mapping
                  help: there is no stage back from the head: a stage back starts at a frozen version, as '3-2.yaml'
                """
        )
    }

    @Test("All files are of the folder's model")
    func models() {
        let contents = read(
            head: model("", model: "U"),
            versions: ["1.yaml": model("", model: "V")],
            lock: line("1", "a")
        )
        #expect(
            contents.diagnostics.map(\.message) == [
                "the file belongs to the model 'U', but its folder belongs to 'T'",
                "the file belongs to the model 'V', but its folder belongs to 'T'",
            ]
        )
        #expect(
            HistoryFiles(model: "T", folder: "S/T", heads: []).read().diagnostics.map(\.message)
                == ["the model 'T' has no schema to edit"]
        )
    }

    @Test("Names of mappings")
    func names() throws {
        let versions = try #require(MappingFile.versions(ofFileName: "1.2-2.yaml"))
        #expect(versions.from == Schema.Version(1, 2))
        #expect(versions.to == Schema.Version(2))
        let head = try #require(MappingFile.versions(ofFileName: "3-head.yaml"))
        #expect(head.from == Schema.Version(3))
        #expect(head.to == nil)
        for name in ["head-3.yaml", "1-2.yml", "1-2-3.yaml", "1.yaml", "-.yaml", "1-.yaml", "01-2.yaml", "1-Head.yaml"]
        {
            #expect(MappingFile.versions(ofFileName: name) == nil)
        }
    }

    @Test("Mappings, settings and locks survive")
    func roundTrips() throws {
        let (one, two) = (Schema.Version(1), Schema.Version(2))
        let accept: [ElementPath] = [ElementPath("Trip", "yes"), ElementPath("null"), ElementPath("Größe", "b")]
        let mapping = Mapping(from: one, to: two, accept.map { Mapping.Line.accept($0) })
        let text: String = MappingFile.write(mapping, comment: ["Imported: review these losses."])
        #expect(
            text == "# Imported: review these losses.\naccept:\n  - Trip.yes\n  - \"null\"\n  - Größe.b\n"
        )
        let read = MappingFile.read(SourceFile(path: "m", text: text), from: one, to: two)
        #expect(read.mapping?[.accept].map(\.path) == accept)
        for access in AccessLevel.allCases {
            let settings = ProjectFile(access: access)
            #expect(ProjectFile.read(SourceFile(path: "p", text: settings.write())).project == settings)
        }
        let digest = String(repeating: "0a", count: 32)
        let lock = LockFile(lines: [
            LockFile.Line(one, schema: digest, mapping: nil, chain: digest),
            LockFile.Line(two, schema: digest, mapping: digest, chain: digest),
        ])
        let back = LockFile.read(SourceFile(path: "l", text: lock.write())).lock
        #expect(back.lines.map(\.description) == lock.lines.map(\.description))
        #expect(back.write() == lock.write())
        #expect(
            LockFile.read(SourceFile(path: "l", text: lock.write().replacing("\n", with: "\r\n"))).lock.lines
                == back.lines
        )
    }
}
