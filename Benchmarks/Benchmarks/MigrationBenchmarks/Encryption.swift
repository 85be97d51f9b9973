import Apus
import ApusEncryption
import ApusMigration
import ApusSchema
import ApusStore
import Crypto
import Foundation

/// What encrypting the text of each object costs, beside the bare cipher and beside the same without encryption.
enum Encryption: String, CaseIterable {
    case plainMigration, encryption, decryption, plainFetch, fetch

    var title: String {
        switch self {
        case .plainMigration: "migration: text becomes data, nothing is encrypted"
        case .encryption: "**migration: text becomes encrypted**, with what removes the old values"
        case .decryption: "**migration: text becomes plain again**"
        case .plainFetch: "fetch all objects, nothing is encrypted"
        case .fetch: "**fetch all objects, decrypted**"
        }
    }

    /// Whether it begins with encrypted values.
    var beginsEncrypted: Bool { [.decryption, .fetch].contains(self) }

    private static let key = EncryptionKey(bytes: Data(1...32)) ?? .random()
    private static let keys = StoreKeys(KeyClosure { _ in [key] })

    /// Migrates, or fetches, the store at a path.
    func run(_ path: String) throws {
        let url = URL(fileURLWithPath: path)
        switch self {
        case .plainMigration: try Migrator(planner: Self.plainPlanner, target: .head).migrate(url)
        case .encryption: try Self.migrator(to: 2).migrate(url)
        case .decryption: try Self.migrator(to: 1).migrate(url)
        case .plainFetch:
            let configuration = ModelConfiguration(url: url)
            let context = ModelContext(try ModelContainer(for: NotesV1.self, configurations: configuration))
            let notes = try context.fetch(FetchDescriptor<NotesV1.Note>())
            try Self.compare(notes.map(\.body))
        case .fetch:
            let configuration = ModelConfiguration(url: url, keys: Self.keys)
            let context = ModelContext(try ModelContainer(for: NotesSchema.self, configurations: configuration))
            let notes = try context.fetch(FetchDescriptor<Note>())
            try Self.compare(notes.map(\.body))
        }
    }

    /// What migrates a store between the two versions.
    static func migrator(to version: Int) throws -> Migrator {
        var migrator = Migrator(planner: try NotesSchema.planner(), target: .version(Schema.Version(version)))
        migrator.keys = keys
        return migrator
    }

    /// The text of an object.
    static func text(_ number: Int) -> String {
        "The \(number)th note of the diary: it rained all day, and the train was late again; tea at the hut near the pass, "
            + "\(number * 7)"
    }

    /// The same as SQL, of the number `i`.
    static let sql = """
        'The ' || i || 'th note of the diary: it rained all day, and the train was late again; tea at the hut near the pass, '
        || (i * 7)
        """

    /// What a store has to hold if nothing is encrypted, as a query.
    static let content = "SELECT count(*), total(_id * length(body)), max(CAST(body AS TEXT)) FROM Note"

    private static func compare(_ found: [String]) throws {
        for index in stride(from: 0, to: found.count, by: 1000) where found[index] != text(index + 1) {
            throw Failure("'\(found[index])' is not the text of object \(index + 1)")
        }
    }

    /// A history whose second version keeps the bytes of the text.
    private static var plainPlanner: Planner {
        func schema(_ body: ScalarType) -> Schema {
            let attributes = [Attribute("title", .string), Attribute("body", .scalar(body))]
            return Schema(model: "Notes", entities: [Entity("Note", attributes: attributes)])
        }
        let entries = [(1, schema(.string)), (2, schema(.data))].map { History.Entry(Schema.Version($0), $1) }
        return Planner(history: History(model: "Notes", entries: entries), mappings: [])
    }

    /// What the cipher alone takes to encrypt, and to decrypt, each text with 20 bytes to be authenticated.
    static func bareCipher(_ count: Int) throws -> (encrypting: Measurement, decrypting: Measurement) {
        let key = SymmetricKey(data: Data(1...32))
        let context = Data("12345678901234567890".utf8)
        var (encrypting, decrypting) = (Measurement(seconds: 0, memory: 0), Measurement(seconds: 0, memory: 0))
        for start in stride(from: 1, through: count, by: 10_000) {
            let texts = (start..<min(start + 10_000, count + 1)).map { Data(text($0).utf8) }
            var sealed: [Data?] = []
            sealed.reserveCapacity(texts.count)
            try encrypting.add {
                for text in texts {
                    sealed.append(try AES.GCM.seal(text, using: key, authenticating: context).combined)
                }
            }
            var opened: [Data] = []
            opened.reserveCapacity(texts.count)
            try decrypting.add {
                for case let value? in sealed {
                    let box = try AES.GCM.SealedBox(combined: value)
                    opened.append(try AES.GCM.open(box, using: key, authenticating: context))
                }
            }
            guard opened == texts else { throw Failure("the cipher did not give back the texts") }
        }
        return (encrypting, decrypting)
    }
}

extension Measurement {
    /// Adds what some work in this process takes.
    fileprivate mutating func add(_ work: () throws -> Void) rethrows {
        let used = clock()
        let took = try ContinuousClock().measure(work)
        seconds += took / .seconds(1)
        processor += Double(clock() - used) / Double(CLOCKS_PER_SEC)
    }
}

extension Runs {
    /// The text of each object is encrypted, decrypted and fetched.
    func encryption() throws {
        let bare = try (0..<count).map { _ in try Encryption.bareCipher(samples.rows) }
        var figures: [Encryption: [Measurement]] = [:]
        var rewriting: [Measurement] = []
        var contents: Set<String> = []
        for _ in 0..<count {
            for way in Encryption.allCases {
                try copy(way.beginsEncrypted ? samples.encryptedNotes : samples.notes)
                let arguments = [me, "worker", "encryption", work, way.rawValue]
                figures[way, default: []].append(try Measurement.run(arguments, watching: work))
                if ![.encryption, .fetch].contains(way) {
                    contents.insert(try Samples.content(work, Encryption.content))
                }
            }
            try copy(samples.encryptedNotes)
            let sql = "PRAGMA secure_delete = ON; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);"
            rewriting.append(try Measurement.run(try shell(sql), watching: work))
        }
        guard contents.count == 1 else { throw Failure("the texts differ\n\(contents)") }
        print("| the text of \(samples.rows) objects | seconds | CPU, seconds | objects per second | memory, MB |")
        print("| --- | --- | --- | --- | --- |")
        func line(_ title: String, _ runs: [Measurement], isProcess: Bool = true) {
            let median = runs.median
            let rate = (Double(samples.rows) / median.seconds).text(0)
            let memory = isProcess ? median.memory.text(1) : ""
            print("| \(title) | \(median.seconds.text(2)) | \(median.processor.text(2)) | \(rate) | \(memory) |")
        }
        line("the bare cipher, encrypting", bare.map(\.encrypting), isProcess: false)
        line("the bare cipher, decrypting", bare.map(\.decrypting), isProcess: false)
        line("SQLite's `VACUUM` of the encrypted store", rewriting)
        for way in Encryption.allCases { line(way.title, figures[way] ?? []) }
        print()
    }
}
