// Sources/TripsModel/TripsStages.swift
public import Apus

nonisolated extension TripsSchema {
    /// The code of the migrations.
    public static let code = MigrationCode(stages: [split])

    /// Makes a stop of each place on a trip's route.
    static let split = MigrationStage.custom(
        "TripsStages.split",
        fromVersion: TripsV2.self,
        toVersion: TripsV3.self,
        didMigrate: { contexts in
            try contexts.forEach(TripsV2.Trip.self, becoming: TripsV3.Trip.self) { old, new in
                if old.route.isEmpty { throw EmptyRoute() }
                new.slug = old.name.lowercased().replacing(" ", with: "-")
                for (index, name) in old.route.split(separator: " > ").enumerated() {
                    contexts.new.insert(TripsV3.Stop(name: String(name), number: Int32(index + 1), trip: new))
                }
            }
        }
    )
}

struct EmptyRoute: Error, CustomStringConvertible {
    let description = "the trip has no route"
}
