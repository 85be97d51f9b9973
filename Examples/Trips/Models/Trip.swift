import Apus
import Foundation

/// A trip. The model says `codegen: extension`: this class is ours, its properties are generated.
nonisolated final class Trip: ModelObject {
    /// How long the trip takes, in seconds.
    var duration: TimeInterval { endDate.timeIntervalSince(startDate) }

    /// One line about the trip.
    var summary: String {
        let days: Int = max(1, Int((duration / 86_400).rounded(.up)))
        let place: String = accommodation.map { ", staying at \($0.name)" } ?? ""
        return "\(name) to \(destination), \(days) \(days == 1 ? "day" : "days")\(place)"
    }
}
