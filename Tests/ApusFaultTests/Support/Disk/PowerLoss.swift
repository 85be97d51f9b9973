import ApusTestSupport

/// How much of what was on its way to the disk gets there when the power goes.
enum PowerLoss {
    /// Everything: the order in which it was written.
    case kindest
    /// Nothing.
    case hardest
    /// Of each write all, nothing or a part.
    case mixed

    /// What becomes of one operation.
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
