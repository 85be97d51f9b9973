import Apus
import Foundation

// Policies of public apps as they are described, and those that an association has to survive.

/// A book's example: the countries with the number of a continent get the continent, which is made where it is not there yet.
nonisolated struct CountryPolicy: EntityMigrationPolicy {
    typealias Destination = ClubV2.Country

    func createDestinationInstances(for source: ClubV1.Country, in migration: MigrationContexts) throws {
        guard let code = source.continentCode,
            let country = try migration.destinationInstances(of: Self.self, for: [source]).first
        else { return }
        country.continent = try continent(code, migration.new)
    }

    private func continent(_ code: Int32, _ context: ModelContext) throws -> ClubV2.Continent {
        let predicate = #Predicate<ClubV2.Continent> { $0.code == code }
        if let known = try context.fetch(FetchDescriptor(predicate: predicate)).first { return known }
        let made = ClubV2.Continent(code: code)
        context.insert(made)
        return made
    }
}

/// A wallet's migration: each account becomes an object of another entity, whose key is made of the address; one is selected.
nonisolated struct AccountPolicy: EntityMigrationPolicy {
    typealias Destination = ClubV2.Wallet

    private var hasSelected = false

    mutating func createDestinationInstances(for source: ClubV1.Account, in migration: MigrationContexts) throws {
        let wallet = ClubV2.Wallet(name: source.name, publicKey: Data(source.address.utf8.reversed()))
        wallet.isSelected = !hasSelected
        hasSelected = true
        migration.new.insert(wallet)
        try migration.associate(source, with: wallet)
    }

    func performCustomValidation(in migration: MigrationContexts) throws {
        let count = try migration.new.fetchCount(FetchDescriptor<ClubV2.Wallet>())
        if try migration.old.fetchCount(FetchDescriptor<ClubV1.Account>()) != count { throw Refusal("wallets") }
    }
}

/// Relates the cards to what another policy has made of their accounts.
nonisolated struct CardPolicy: EntityMigrationPolicy {
    typealias Source = ClubV1.Card

    func createRelationships(for destination: ClubV2.Card, in migration: MigrationContexts) throws {
        guard let account = try migration.sourceInstances(of: Self.self, for: [destination]).first?.account else {
            return
        }
        destination.wallet = try migration.destinationInstances(of: AccountPolicy.self, for: [account]).first
    }
}

/// The mapping gives boats new identities, as they share those of vehicles now.
nonisolated struct BoatPolicy: EntityMigrationPolicy {
    func createDestinationInstances(for source: ClubV1.Boat, in migration: MigrationContexts) throws {
        for boat in try migration.destinationInstances(of: Self.self, for: [source]) {
            boat.length = source.length * 10
        }
    }

    func createRelationships(for destination: ClubV2.Boat, in migration: MigrationContexts) throws {
        let sources = try migration.sourceInstances(of: Self.self, for: [destination])
        destination.history = "boat " + sources.map(\.plate).joined(separator: ",")
    }
}

/// Cars keep their identities, which boats of the older version have, too.
nonisolated struct VehiclePolicy: EntityMigrationPolicy {
    typealias Source = ClubV1.Vehicle

    func createRelationships(for destination: ClubV2.Vehicle, in migration: MigrationContexts) throws {
        let sources = try migration.sourceInstances(of: Self.self, for: [destination])
        destination.history = "vehicle " + sources.map(\.plate).joined(separator: ",")
    }
}

/// A person becomes a person and up to two places, of which the mapping gives the second ones new identities.
nonisolated struct PlacePolicy: EntityMigrationPolicy {
    func createDestinationInstances(for source: ClubV1.Person, in migration: MigrationContexts) throws {
        for place in try migration.destinationInstances(of: Self.self, for: [source]) { place.note = source.name }
    }

    func createRelationships(for destination: ClubV2.Place, in migration: MigrationContexts) throws {
        let people = try migration.sourceInstances(of: Self.self, for: [destination])
        if people.count != 1 { throw Refusal("\(people.count) people") }
        destination.person = try migration.destinationInstances(for: people[0], as: ClubV2.Person.self).first
    }
}

/// Bookings of the same guest are one object.
nonisolated struct GuestPolicy: EntityMigrationPolicy {
    typealias Source = ClubV1.Booking

    func createRelationships(for destination: ClubV2.Guest, in migration: MigrationContexts) throws {
        destination.visits = Int32(try migration.sourceInstances(of: Self.self, for: [destination]).count)
    }
}

struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
