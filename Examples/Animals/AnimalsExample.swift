import Apus
import Foundation

/// Prepares the store in the background, as an app does when it is started for the first time.
actor Preloader: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(modelContainer: ModelContainer) {
        self.modelContainer = modelContainer
        modelExecutor = DefaultSerialModelExecutor(modelContainer)
    }

    /// Inserts the categories and animals that come with the app. What exists already is changed, because the names of
    /// categories are unique.
    func preload() throws {
        let animals: [String: [(name: String, diet: Animal.Diet)]] = [
            "Amphibian": [("Newt", .carnivorous)],
            "Bird": [("Swift", .carnivorous), ("Crow", .omnivorous)],
            "Mammal": [("Dog", .omnivorous), ("Lion", .carnivorous), ("Cow", .herbivorous)],
        ]
        for (name, animals) in animals {
            let category = AnimalCategory(name: name)
            modelContext.insert(category)
            category.animals = animals.map { Animal(name: $0.name, diet: $0.diet) }
        }
        try modelContext.save()
    }
}

/// `animals-example`: what the first apps with SwiftData do, with the classes that `apus generate` wrote.
@main
struct AnimalsExample {
    @MainActor static func main() async throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: AnimalCategory.self, Animal.self, configurations: configuration)
        let context = container.mainContext
        context.undoManager = UndoManager()

        if try context.fetchCount(FetchDescriptor<AnimalCategory>()) == 0 {
            try await Preloader(modelContainer: container).preload()
        }
        try show(context)

        // A predicate over a to-many relationship.
        let carnivorous = Animal.Diet.carnivorous
        let hunters = try context.fetch(
            FetchDescriptor<AnimalCategory>(
                predicate: #Predicate { $0.animals.contains { $0.diet == carnivorous } && $0.animals.count > 1 },
                sortBy: [SortDescriptor(\.name)]
            )
        )
        print("with hunters:", hunters.map(\.name).joined(separator: ", "))

        // A name that exists: the category is changed, not doubled.
        let bird = AnimalCategory(name: "Bird")
        context.insert(bird)
        bird.animals = [Animal(name: "Owl", diet: .carnivorous)]
        try context.save()
        print("categories:", try context.fetchCount(FetchDescriptor<AnimalCategory>()))

        // The animals go with their category.
        let mammals = try context.fetch(FetchDescriptor<AnimalCategory>(predicate: #Predicate { $0.name == "Mammal" }))
        context.processPendingChanges()
        for category in mammals { context.delete(category) }
        try context.save()
        try show(context)

        context.undo()
        try context.save()
        print("animals after undo:", try context.fetchCount(FetchDescriptor<Animal>()))

        // In the background.
        let count = try await container.perform { context in
            try context.delete(model: Animal.self, where: #Predicate { $0.name.starts(with: "C") })
            return try context.fetchCount(FetchDescriptor<Animal>())
        }
        print("animals without those in C:", count)
        try container.erase()
        print("animals after erasing:", try context.fetchCount(FetchDescriptor<Animal>()))
    }

    private static func show(_ context: ModelContext) throws {
        for category in try context.fetch(FetchDescriptor<AnimalCategory>(sortBy: [SortDescriptor(\.name)])) {
            let animals = category.animals.sorted { $0.name < $1.name }.map { "\($0.name) (\($0.diet.rawValue))" }
            print("\(category.name): \(animals.joined(separator: ", "))")
        }
    }
}
