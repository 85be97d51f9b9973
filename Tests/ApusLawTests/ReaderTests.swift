import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Documentation/StoreFormat.md, tested by a reader written from it: it finds in a store what was put there.
@Suite struct ReaderTests {
    @Test(arguments: TestScale.seeds(15, from: 1))
    func theSecondReaderFindsTheWorld(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var draft = StageDraft(BaseModel.schema(&random), random, near: [], lastNumber: 0)
        for _ in 0..<3 {
            var next: StageDraft = draft.continued()
            guard random.pick(MatrixEdit.all).apply(&next),
                !next.schema.validate().contains(where: { $0.severity == .error })
            else { continue }
            draft = next
        }
        let reading = Reading(draft.schema)
        try ScratchFolder.with { folder in
            let url: URL = folder.appendingPathComponent("store.sqlite")
            let state = StoreState(version: Schema.Version(1), schema: draft.schema)
            var drawn: World?
            for draw in UInt64(0)..<100 where drawn == nil {
                drawn = try Self.world(reading, seed: seed << 8 + draw, writtenTo: url, state)
            }
            let world: World = try #require(drawn, "no world of seed \(seed) that the store takes")
            let expected: [String] = world.lines(reading)
            let found: [String] = try read(url)
            let missing: [String] = expected.filter { !found.contains($0) }
            let extra: [String] = found.filter { !expected.contains($0) }
            #expect(missing.isEmpty && extra.isEmpty, "seed \(seed): \(missing.prefix(3)) \(extra.prefix(3))")
        }
    }

    /// A generated world that was written into a new store; `nil` where there is no object in it, or where the store
    /// refuses it: the generator knows nothing of limits and uniqueness, which the store keeps.
    private static func world(_ reading: Reading, seed: UInt64, writtenTo url: URL, _ state: StoreState) throws
        -> World?
    {
        let size: WorldGenerator.Size = seed & 0xFF < 50 ? .tame : .some
        let world: World = WorldGenerator.world(reading, seed: seed, size: size)
        if world.count == 0 { return nil }
        do {
            try StoreContent.write(StoreRows(world, reading, .plain), url, state)
            return world
        } catch let error where "\(error)".contains("apus: ") || "\(error)".contains("UNIQUE") {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: url.path + suffix)
            }
            return nil
        }
    }

    /// What the reader prints.
    private func read(_ url: URL) throws -> [String] {
        let reader = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Reader/reader.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", reader.path, url.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data: Data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "the reader failed; it needs python3")
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

extension World {
    /// The objects as the reader prints them.
    fileprivate func lines(_ reading: Reading) -> [String] {
        all.flatMap { kind, identity, object -> [String] in
            let values: [String] = object.values.map { path, value in
                "\(kind) \(identity) \(path.joined(separator: "."))=\(value.printed)"
            }
            let references: [String] = reading.storedRelationships(of: kind).map { relationship in
                let targets: [Int64] = object.references[relationship.name] ?? []
                let shown: [String] = (relationship.isOrdered ? targets : targets.sorted()).map { "\($0)" }
                return "\(kind) \(identity) \(relationship.name)->\(shown.joined(separator: ","))"
            }
            return ["\(kind) \(identity)"] + values + references
        }
    }
}

extension StoredValue {
    fileprivate var printed: String {
        switch self {
        case .null: "n"
        case .integer(let number): "i:\(number)"
        case .real(let number): "r:" + Self.hex(withUnsafeBytes(of: (number + 0).bitPattern.bigEndian) { Array($0) })
        case .text(let text): "t:" + Self.hex(Array(text.utf8))
        case .blob(let bytes): "b:" + Self.hex(Array(bytes))
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
