import ApusTestSupport

/// The part of the pending writes that survives a loss of power.
enum PowerLoss {
    /// All writes, in order.
    case kindest
    /// Nothing.
    case hardest
    /// All, nothing or a part of each write.
    case mixed

    /// The result of one operation.
    enum Fate {
        case kept
        case lost
        case torn
    }

    /// One of them, mostly the last.
    static func any(_ random: inout SplitMix64) -> PowerLoss {
        switch random.below(8) {
        case 0: .kindest
        case 1: .hardest
        default: .mixed
        }
    }

    func fate(_ random: inout SplitMix64) -> Fate {
        switch self {
        case .kindest: .kept
        case .hardest: .lost
        case .mixed: random.pick([.kept, .kept, .lost, .torn])
        }
    }
}
