import ApusDiagnostics

extension [Diagnostic] {
    /// The findings sorted by location, with the files in a given order.
    func inOrder(of files: [String]) -> [Diagnostic] {
        let order: [String: Int] = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: Swift.min)
        return enumerated().sorted { lhs, rhs in
            let (one, other) = (lhs.element.location, rhs.element.location)
            let left = (one.flatMap { order[$0.file] } ?? -1, one?.line ?? 0, one?.column ?? 0, lhs.offset)
            let right = (other.flatMap { order[$0.file] } ?? -1, other?.line ?? 0, other?.column ?? 0, rhs.offset)
            return left < right
        }.map(\.element)
    }
}
