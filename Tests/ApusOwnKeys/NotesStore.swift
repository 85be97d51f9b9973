// Sources/NotesApp/NotesStore.swift
import Apus
import ApusEncryption
import Foundation

/// Opens the store. If the last release wrote it, its notes are encrypted now.
func openNotes(at url: URL) throws -> ModelContainer {
    #if canImport(Security)
    let keys = StoreKeys(KeychainKeys(service: "org.example.notes"))
    #else
    let keys = StoreKeys(KeyEnvironment())
    #endif
    return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url, keys: keys))
}
