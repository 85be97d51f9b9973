// Sources/NotesApp/NotesKeys.swift
import Apus

/// Encrypts the values that have an older key with the first one.
func changeKey(of container: ModelContainer) async throws {
    let report = try await container.rekey()
    print("\(report.count) values have a new key, \(report.unreadable.count) problems were found")
}
