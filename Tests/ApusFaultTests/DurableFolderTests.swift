import ApusTestSupport
import CFaultFileSystem
import Testing

/// The states that a loss of power may and may not leave.
@Suite struct DurableFolderTests {
    /// The possible contents of a file after many losses of power; `nil` if it does not exist.
    private func outcomes(_ name: String, _ folder: DurableFolder) -> Set<[UInt8]?> {
        var random = SplitMix64(seed: 7)
        return Set((0..<400).map { _ in folder.content(after: .any(&random), &random)[name] })
    }

    private func folder(_ operations: DiskOperation...) -> DurableFolder {
        var folder = DurableFolder(["a": [1, 2, 3]])
        for operation in operations { folder.apply(operation) }
        return folder
    }

    @Test func whatWasSyncedStays() {
        let folder = folder(
            DiskOperation(.write, "a", at: 2, [7, 8]),
            DiskOperation(.truncate, "a", at: 3),
            DiskOperation(.sync, "a")
        )
        #expect(outcomes("a", folder) == [[1, 2, 7]])
    }

    @Test func whatWasNotSyncedMayBeThereOrNot() {
        let found: Set<[UInt8]?> = outcomes("a", folder(DiskOperation(.write, "a", at: 1, [7, 8])))
        #expect(found.isSuperset(of: [[1, 2, 3], [1, 7, 8], [1, 7, 3]]))
        #expect(found.allSatisfy { $0?.count == 3 && $0?.first == 1 })
    }

    @Test func laterWritesMayBeThereWithoutEarlierOnes() {
        let folder = folder(
            DiskOperation(.write, "a", at: 0, [7]),
            DiskOperation(.truncate, "a", at: 2),
            DiskOperation(.write, "a", at: 1, [8])
        )
        #expect(outcomes("a", folder).isSuperset(of: [[1, 8, 3], [7, 2], [1, 2], [7, 8, 3], [1, 2, 3]]))
    }

    @Test func sectorsAreTornApart() {
        let size: Int = 3 * DurableFile.sector
        let folder = folder(DiskOperation(.write, "a", at: 0, [UInt8](repeating: 9, count: size)))
        let parts: Set<[Bool]> = Set(
            outcomes("a", folder).compactMap { bytes in
                guard let bytes, bytes.count == size else { return nil }
                return (0..<3).map { part in bytes[(part * size / 3)..<(part + 1) * size / 3].allSatisfy { $0 == 9 } }
            }
        )
        #expect(parts.isSuperset(of: [[true, false, true], [false, true, false], [true, true, true]]))
    }

    @Test func namesComeAndGoWithTheirFolder() {
        let made: [DiskOperation] = [
            DiskOperation(.create, "b"), DiskOperation(.write, "b", at: 0, [5]), DiskOperation(.sync, "b"),
        ]
        #expect(outcomes("b", folder(made[0], made[1], made[2])) == [nil, [5]])
        let synced = DiskOperation(.sync, "b", syncsFolder: true)
        #expect(outcomes("b", folder(made[0], made[1], synced)) == [[5]])
        #expect(outcomes("a", folder(DiskOperation(.delete, "a"))) == [[1, 2, 3], nil])
        #expect(outcomes("a", folder(DiskOperation(.delete, "a", syncsFolder: true))) == [nil])
    }

    @Test func aNameThatComesAgainIsAnotherFile() {
        let folder = folder(
            DiskOperation(.delete, "a"),
            DiskOperation(.create, "a"),
            DiskOperation(.write, "a", at: 0, [5]),
            DiskOperation(.sync, "a")
        )
        #expect(outcomes("a", folder) == [[1, 2, 3], nil, [5]])
    }
}
