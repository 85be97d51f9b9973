/// Cells that cannot be hit, each with its reason.
enum MatrixGaps {
    private static let gaps: [(first: String, second: String, reason: String)] = []

    /// Why a cell cannot be hit; `nil` where it should be.
    static func reason(_ first: String, _ second: String) -> String? {
        gaps.first { $0.first == first && $0.second == second }?.reason
    }

    /// The edits that the gaps name.
    static var names: Set<String> { Set(gaps.flatMap { [$0.first, $0.second] }) }
}
