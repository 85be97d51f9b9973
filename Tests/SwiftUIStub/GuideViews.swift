// What Documentation/Guides/SwiftUIApp.md shows.
import Apus
import SwiftUI

struct AnimalsView: View {
    @Query(sort: \Animal.name) private var animals: [Animal]

    var body: some View { Text("\(animals.count)") }
}

struct SmallApp: App {
    @State private var problem: String?

    var body: some Scene {
        WindowGroup {
            if let problem {
                Text(problem)
            } else {
                AnimalsView()
                    .modelContainer(for: Animal.self) { result in
                        if case .failure(let error) = result { problem = error.localizedDescription }
                    }
            }
        }
    }
}

struct RootView: View {
    enum Phase {
        case opening(MigrationProgress?), open(ModelContainer), failed(any Error)
    }

    @State private var phase = Phase.opening(nil)

    var body: some View {
        Group {
            switch phase {
            case .opening(let progress): OpeningView(progress: progress)
            case .open(let container): AnimalsView().modelContainer(container)
            case .failed(let error): FailureView(error: error) { await open() }
            }
        }
        .task { await open() }
    }

    private func open() async {
        phase = .opening(nil)
        do {
            let container = try await ModelContainer.open(for: Animal.self) { migration in
                print("migrates from \(migration.from ?? "head"), about \(migration.seconds) seconds")
            } progress: { progress in
                Task { @MainActor in
                    if case .opening = phase { phase = .opening(progress) }
                }
            }
            phase = .open(container)
        } catch {
            phase = .failed(error)
        }
    }
}

struct OpeningView: View {
    let progress: MigrationProgress?

    var body: some View {
        if let progress, progress.rows > 0 {
            ProgressView(progress.title, value: Double(progress.rowsDone), total: Double(progress.rows))
        } else {
            ProgressView()
        }
    }
}

struct FailureView: View {
    let error: any Error
    let retry: @MainActor () async -> Void

    var body: some View {
        Text("Your data is safe, but it cannot be opened.")
        Text(error.localizedDescription)
        Button("Try again") { Task { await retry() } }
    }
}
