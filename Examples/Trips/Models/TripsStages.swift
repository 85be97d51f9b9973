package import Apus
import Foundation

/// The code of the migrations. The app runs it when it opens a store, and the command `trips-apus` runs the same.
nonisolated extension TripsSchema {
    package static let code = MigrationCode(stages: [locate])

    /// Gives an address the coordinates of its city, and a country if it has none. A function would compute one value from others; this
    /// sets several, and makes countries.
    private static let locate = MigrationStage.custom(
        "TripsStages.locate",
        fromVersion: TripsV6.self,
        toVersion: TripsV7.self,
        didMigrate: { contexts in
            try contexts.forEach(TripsV6.Address.self, becoming: TripsV7.Address.self) { old, new in
                guard let city = City(old.city) else { return }
                new.latitude = city.latitude
                new.longitude = city.longitude
                if new.country == nil { new.country = try country(city.country, in: contexts.new) }
            }
        }
    )

    private static func country(_ name: String, in context: ModelContext) throws -> TripsV7.Country {
        let known = FetchDescriptor<TripsV7.Country>(predicate: #Predicate { $0.name == name })
        if let country = try context.fetch(known).first { return country }
        let country = TripsV7.Country(name: name)
        context.insert(country)
        return country
    }
}

/// A city that version 7 knew when it was released. Stores were migrated with this table, so it does not change any more.
private nonisolated struct City {
    let latitude: Double
    let longitude: Double
    let country: String

    /// Finds a city, however its name is written.
    init?(_ name: String) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard let city = Self.all[name] else { return nil }
        (latitude, longitude, country) = city
    }

    private static let all: [String: (Double, Double, String)] = [
        "andermatt": (46.64, 8.59, "Switzerland"),
        "athens": (37.98, 23.73, "Greece"),
        "cairo": (30.04, 31.24, "Egypt"),
        "geneva": (46.20, 6.15, "Switzerland"),
        "lisboa": (38.72, -9.14, "Portugal"),
        "lisbon": (38.72, -9.14, "Portugal"),
        "nairobi": (-1.29, 36.82, "Kenya"),
        "quito": (-0.18, -78.47, "Ecuador"),
        "wellington": (-41.29, 174.78, "New Zealand"),
        "zurich": (47.38, 8.54, "Switzerland"),
        "zürich": (47.38, 8.54, "Switzerland"),
    ]
}
