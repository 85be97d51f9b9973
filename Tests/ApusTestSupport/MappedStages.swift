package import ApusFiles
import ApusSchema

/// A small history, to read mappings of its stages.
package enum MappedStages {
    /// Version 2.
    package static let older: String = """
        model: T
        enums:
          Status: [planned, booked, archived]
          Old: [a]
        composites:
          Address: { attributes: { street: string, fax: string? } }
        entities:
          Animal:
            abstract: true
            attributes: { breed: string, name: string }
          Cat: { parent: Animal, attributes: { claws: int16 } }
          Dog: { parent: Animal }
          Person:
            attributes: { name: string, home: Address? }
            relationships: { trips: { toMany: Trip, inverse: owner } }
          Draft: { attributes: { text: string } }
          Trip:
            attributes:
              name: string
              legacyCode: string
              nights: string
              status: Status = planned
              mood: { type: string, optional: true, transient: true }
              extra: { type: codable, swiftType: Extra, optional: true }
              old: Old = a
            relationships: { owner: { to: Person, optional: true, inverse: trips } }
            fetchedProperties: { all: { entity: Trip, predicate: "name == 'a'" } }
        """

    /// Version 3, and the head where no version 3 is frozen.
    package static let newer: String = """
        model: T
        enums:
          Status: [planned, booked, done]
        composites:
          Address: { attributes: { street: string, zip: string, geo: Geo } }
          Geo: { attributes: { lat: double, number: int32 } }
        entities:
          Animal:
            abstract: true
            attributes: { breed: string, name: { type: string, length: 1...20 } }
          Cat: { parent: Animal, attributes: { claws: int16, born: date } }
          Dog: { parent: Animal }
          Customer:
            originalName: Person
            attributes: { name: string, home: Address }
            unique: [name]
            relationships: { trips: { toMany: Trip, inverse: owner } }
          Trip:
            attributes:
              name: string
              code: { type: string, originalName: legacyCode, pattern: "[A-Z]+" }
              nights: { type: int32, minimum: 1, maximum: 100 }
              status: Status
              id: uuid
              created: date
              isOver: bool
              price: decimal
              photo: data
              extra: { type: transformable, swiftType: Extra }
              mood: { type: string, optional: true, transient: true }
              note: string?
              upper: { type: string, optional: true, derived: "uppercase:(name)" }
            unique: [note, [name, created]]
            relationships: { owner: { to: Customer, inverse: trips } }
            fetchedProperties: { all: { entity: Trip, predicate: "name == 'a'" } }
        """

    /// What is read of a mapping.
    ///
    /// - Parameters:
    ///   - text: The mapping.
    ///   - stage: The name of its file: `2-3`, `3-2` or `2-head`.
    ///   - newer: The newer schema.
    /// - Returns: What the files of the small history say.
    package static func read(_ text: String, of stage: String, newer: String = newer) -> HistoryFiles.Contents {
        let digest = String(repeating: "a", count: 64)
        let versions: [String] = stage.hasSuffix("head") ? ["2"] : ["2", "3"]
        let lock = versions.map { "\($0) \(digest) - \(digest)\n" }.joined()
        return HistoryFiles(
            model: "T",
            folder: "S/T",
            heads: [SourceFile(path: "S/T/T.yaml", text: newer)],
            versions: versions.map {
                SourceFile(path: "S/T/versions/\($0).yaml", text: $0 == "2" ? older : newer)
            },
            lock: SourceFile(path: "S/T/versions.lock", text: lock),
            mappings: [SourceFile(path: "M/T/\(stage).yaml", text: text)]
        ).read()
    }
}
