// Sources/TripsModel/TripsFunctions.swift
import Apus

nonisolated extension TripsSchema {
    static let code = MigrationCode(functions: [
        MigrationFunction("timeZone", version: 1) { (city: String) throws -> String? in
            if city.isEmpty { throw NoCity() }
            return timeZones[city]
        }
    ])

    private static let timeZones = ["Bern": "Europe/Zurich", "Tokyo": "Asia/Tokyo"]
}

struct NoCity: Error, CustomStringConvertible {
    let description = "the trip has no city"
}
