import Foundation
import Testing

/// Numbers at the ends of 64 bits, wherever a file, a store or an option contains one: none crashes a command, and one
/// that is too great is refused with the limit.
@Suite("Great numbers")
struct GreatNumberTests {
    /// The greatest number that is read, the first that is not, and those around the end of 64 bits.
    static let numbers: [String] = [
        "999999999999999", "1000000000000000", "9223372036854775807", "9223372036854775808",
    ]

    private static let limit = "at most 15 digits"

    @Test("Lengths and counts in a model", arguments: numbers)
    func model(number: String) throws {
        let keys: [String] = [
            "length: \(number)", "length: \(number)...", "length: ...\(number)", "minimumModelCount: \(number)",
            "maximumModelCount: \(number)", "fetchLimit: \(number)", "fetchOffset: \(number)",
            "fetchBatchSize: \(number)",
        ]
        let attributes = keys[..<3].enumerated().map { "      a\($0): { type: string, optional: true, \($1) }" }
        let relationships = keys[3...4].enumerated().map { "      r\($0): { toMany: A, \($1) }" }
        let requests = keys[5...].enumerated().map { "  f\($0): { entity: A, \($1) }" }
        let model = """
            model: T
            entities:
              A:
                attributes:
            \(attributes.joined(separator: "\n"))
                relationships:
            \(relationships.joined(separator: "\n"))
            fetchRequests:
            \(requests.joined(separator: "\n"))
            """
        let folder = try ScriptRunner.makeProject(model)
        defer { try? FileManager.default.removeItem(at: folder) }
        let check = try run("apus check", in: folder, mayFail: true)
        guard number == Self.numbers[0] else {
            #expect(check.code == 2)
            #expect(check.output.count { $0.contains(Self.limit) } == keys.count, "\(check.output)")
            return
        }
        #expect(check.code == 0, "\(check.output)")
        try run("apus freeze", in: folder)
        try run("apus generate --print", in: folder, mayFail: true)
        try run("apus export", in: folder)
        try run("apus plan 1 --to head", in: folder)
        for profile in ["tiny", "typical", "adversarial"] {
            let seeded = try run("apus seed \(profile).sqlite --profile \(profile)", in: folder, mayFail: true)
            #expect(seeded.output.first?.contains("the strings of 'A.a0' must have \(number) characters") == true)
        }
    }

    @Test("Relationships' counts that no store fulfils", arguments: ["toMany: A", "toMany: A, optional: true"])
    func counts(relationship: String) throws {
        for count in ["2147483647", Self.numbers[0]] {
            let folder = try ScriptRunner.makeProject(
                "model: T\nentities: { A: { relationships: { r: { \(relationship), minimumModelCount: \(count) } } } }\n"
            )
            defer { try? FileManager.default.removeItem(at: folder) }
            try run("apus freeze", in: folder)
            try run("apus seed s --profile adversarial && apus verify s", in: folder, mayFail: true)
        }
    }

    @Test(
        "Constants of a predicate",
        arguments: ["1e-9223372036854775808", "1e9223372036854775807", "0x7FFFFFFFFFFFFFFF"]
    )
    func constant(number: String) throws {
        let folder = try ScriptRunner.makeProject(
            "model: T\nentities: { A: { attributes: { x: int64 } } }\n"
                + "fetchRequests: { r: { entity: A, predicate: \"x + \(number) < \(number)\" } }\n"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus check && apus freeze && apus generate --print", in: folder, mayFail: true)
    }

    @Test("Versions", arguments: numbers)
    func version(number: String) throws {
        let folder = try ScriptRunner.makeProject("model: T\nentities: { A: { attributes: { x: int64 } } }\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let isGood = number == Self.numbers[0]
        let frozen = try run("apus freeze --as \(number)", in: folder, mayFail: !isGood)
        #expect(isGood || frozen.output.contains { $0.contains(Self.limit) }, "\(frozen.output)")
        if !isGood { try run("apus freeze", in: folder) }
        try run("sed -i 's/int64/int64?/' Schemas/T/T.yaml", in: folder)
        for option in ["seed s --at", "migrate s --to", "plan s --to", "diff 1", "plan", "export"] {
            try run("apus \(option) \(number)", in: folder, mayFail: true)
        }
        let next = try run("apus freeze", in: folder, mayFail: isGood)
        #expect(!isGood || next.output.contains { $0.contains("no whole number of \(Self.limit) comes after") })
        if isGood { try run("apus freeze --as \(number).1 && apus check", in: folder) }
        try run("mv Schemas/T/versions/*.yaml Schemas/T/versions/\(number).yaml", in: folder, mayFail: true)
        try run("sed -i 's/^1 /\(number) /' Schemas/T/versions.lock", in: folder)
        let copy = "cp Schemas/T/T.yaml Schemas/T/versions/\(number).yaml"
        let check = try run("\(copy); apus check", in: folder, mayFail: true)
        #expect(isGood || check.output.contains { $0.contains(Self.limit) }, "\(check.output)")
        try run("apus export --format xcdatamodeld --output out; apus freeze", in: folder, mayFail: true)
    }

    @Test("Options", arguments: numbers)
    func option(number: String) throws {
        let folder = try ScriptRunner.makeProject("model: T\nentities: { A: { attributes: { x: int64 } } }\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus freeze && apus seed s", in: folder)
        for option in ["seed t --rows", "seed u --seed", "migrate s --wait"] {
            let result = try run("apus \(option) \(number)", in: folder, mayFail: true)
            // Any seed is good.
            #expect((result.code == 0) == option.hasPrefix("seed u"), "\(result)")
            guard option == "seed t --rows" else { continue }
            #expect(result.code == 2 && result.output.contains { $0.contains("100000000") }, "\(result)")
        }
    }

    @Test("The generation of a store", arguments: numbers.dropLast() + ["-1", "-9223372036854775808"])
    func generation(number: String) throws {
        let folder = try ScriptRunner.makeProject("model: T\nentities: { A: { attributes: { x: int64 } } }\n")
        defer { try? FileManager.default.removeItem(at: folder) }
        let change = "sed -i 's/int64/int64?/' Schemas/T/T.yaml; apus freeze"
        try run("apus freeze && apus seed s && \(change)", in: folder)
        let update = "UPDATE apus_model SET generation = \(number); UPDATE apus_log SET rows_written = \(number)"
        try run("sqlite3 s '\(update)'", in: folder)
        for command in ["status s", "verify s", "inspect s", "plan s", "migrate s --dry-run", "migrate s"] {
            let result = try run("apus \(command)", in: folder, mayFail: true)
            // The greatest number is one, but none can follow it.
            let isGreatest = number == Self.numbers[0]
            let isLooking = ["status", "verify", "inspect"].contains { command.hasPrefix($0) }
            #expect(result.code == (isGreatest && isLooking ? 0 : 4), "\(result)")
            let reason = isGreatest ? "no number left" : Self.limit
            #expect(result.code == 0 || result.output.contains { $0.contains(reason) }, "\(result)")
        }
    }

    @Test("A Core Data model", arguments: numbers)
    func coreData(number: String) throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appending(path: "T.xcdatamodel")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let xml = """
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="A">
                    <attribute name="x" optional="YES" attributeType="String" maxValueString="\(number)"/>
                    <relationship name="r" optional="YES" toMany="YES" maxCount="\(number)" destinationEntity="A"/>
                </entity>
                <fetchRequest name="f" entity="A" fetchLimit="\(number)"/>
            </model>
            """
        try Data(xml.utf8).write(to: bundle.appending(path: "contents"))
        let result = try run("apus import T.xcdatamodel", in: folder, mayFail: true)
        let refused = number == Self.numbers[0] ? 0 : 3
        #expect(result.output.count { $0.contains(Self.limit) } == refused, "\(result.output)")
    }

    /// Runs a command that must not crash or hang.
    @discardableResult private func run(
        _ line: String,
        in folder: URL,
        mayFail: Bool = false
    ) throws -> CommandScript.Command {
        let result = try ScriptRunner.run(
            CommandScript.Command(line: "ulimit -c 0; apus() { timeout 120 apus \"$@\"; }; \(line)"),
            in: folder
        )
        // 124 is a timeout, 128 and above a crash.
        #expect(mayFail ? result.code < 124 : result.code == 0, "\(line): \(result.output.prefix(10))")
        return result
    }
}
