// Sources/TripsModel/RoutePolicy.swift
public import Apus
import Foundation

/// Makes a stop of each place on a trip's route.
nonisolated struct RoutePolicy: EntityMigrationPolicy {
    typealias Destination = TripsV3.Stop

    func createDestinationInstances(for old: TripsV2.Trip, in migration: MigrationContexts) throws {
        // The mapping has made the trip of version 3.
        let trips: [TripsV3.Trip] = try migration.destinationInstances(for: old)
        for trip in trips {
            trip.slug = old.name.lowercased().replacing(" ", with: "-")
            for (index, name) in old.route.split(separator: " > ").enumerated() {
                let stop = TripsV3.Stop(name: String(name), number: Int32(index + 1), trip: trip)
                migration.new.insert(stop)
                try migration.associate(old, with: stop)
            }
        }
    }

    func performCustomValidation(in migration: MigrationContexts) throws {
        let trips = FetchDescriptor<TripsV3.Trip>(predicate: #Predicate { $0.stops.isEmpty })
        if try migration.new.fetchCount(trips) > 0 { throw EmptyRoute() }
    }
}

nonisolated extension TripsSchema {
    /// The same stage by a policy.
    public static let splitByPolicy = MigrationStage.custom(
        "TripsStages.split",
        fromVersion: TripsV2.self,
        toVersion: TripsV3.self,
        policies: [RoutePolicy.self]
    )
}
