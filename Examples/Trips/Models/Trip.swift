package import Apus
package import Foundation

/// A trip. With `codegen: extension` in the model, this class is written by hand and its properties are generated.
nonisolated package final class Trip: ModelObject {
    /// The length of the trip in seconds.
    package var duration: TimeInterval { endDate.timeIntervalSince(startDate) }

    /// The trip on one line.
    package var summary: String {
        let days = max(1, Int((duration / 86_400).rounded(.up)))
        let stay = accommodation.map { ", staying at \($0.name)" } ?? ""
        return "\(name) to \(destination), \(days) \(days == 1 ? "day" : "days")\(stay)"
    }
}
