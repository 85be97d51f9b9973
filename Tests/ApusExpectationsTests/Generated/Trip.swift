import Apus

/// An object of the entity Trip.
nonisolated final class Trip: ModelObject {}
