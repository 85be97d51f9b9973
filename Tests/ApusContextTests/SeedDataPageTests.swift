import Apus
import ApusTestSupport
import Foundation
import Testing

/// `Documentation/SeedData.md`: what it shows is compiled here, and run. The classes and the schema with the data are generated from the
/// files that it shows, as `GoldenTests` checks.
final class SeedDataPageTests {
    private let folder: URL
    private var url: URL { folder.appending(path: "shop.store") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func theDataIsLoaded() throws {
        let context = ModelContext(try ModelContainer(for: ShopSchema.self, url: url))
        let countries = try context.fetch(FetchDescriptor<Country>(sortBy: [SortDescriptor(\.name)]))
        #expect(countries.map(\.name) == ["France", "Germany"])
        #expect(countries.map(\.currency?.name) == ["Euro", "Euro"])
        #expect(try context.fetch(FetchDescriptor<Currency>()).map(\.digits) == [2])
        #expect(ShopSchema.seedData?.json.split(separator: "\n").count == 5)
    }

    @Test func aReadyMadeStore() throws {
        let readyMade = folder.appending(path: "ready-made.store")
        try {
            let context = ModelContext(try ModelContainer(for: ShopSchema.self, url: readyMade))
            context.insert(Country(name: "Norway"))
            try context.save()
        }()

        var configuration = ModelConfiguration(url: url)
        configuration.initialStore = readyMade  // such as Bundle.main.url(forResource: "Shop", withExtension: "store")
        let container = try ModelContainer(for: Country.self, configurations: configuration)

        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Country>()) == 3)
    }

    @Test func resets() throws {
        let container = try ModelContainer(for: ShopSchema.self, url: url)
        let context = ModelContext(container)
        context.insert(Country(name: "Norway"))
        try context.save()

        try container.resetToSeedData()

        #expect(try context.fetchCount(FetchDescriptor<Country>()) == 2)

        try container.reset { context in
            context.insert(Country(name: "Norway"))
        }

        #expect(try context.fetchCount(FetchDescriptor<Country>()) == 3)
        #expect(try context.fetchCount(FetchDescriptor<Currency>()) == 1)
    }

    @Test func thePageShowsThisCode() throws {
        let (blocks, missing) = try PageCode.lines(of: "SeedData.md", in: #filePath)
        #expect(blocks.count == 3)
        #expect(missing.isEmpty)
    }
}
