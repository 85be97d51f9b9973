/// Renames several things that share one space of names, one after the other.
enum Renaming {
    /// One renaming.
    struct Step: Hashable {
        let from: String
        let to: String
    }

    /// The renamings in an order in which no name is taken when it is given; a circle goes through a passing name,
    /// and so does a name that changes only in case, which SQLite takes for the same.
    ///
    /// - Parameters:
    ///   - pairs: The old and new name of each thing; equal ones need nothing.
    ///   - taken: All names in use, compared without regard to case.
    ///   - passing: Gives a name for a number; numbers are tried until one is free.
    /// - Returns: The renamings, to be done one after the other.
    static func steps(_ pairs: [(from: String, to: String)], taken: Set<String>, passing: (Int) -> String) -> [Step] {
        var pending: [(from: String, to: String)] = pairs.filter { $0.from != $0.to }
        var used: Set<String> = Set(taken.map { $0.folded })
        var steps: [Step] = []
        var count: Int = 0
        while !pending.isEmpty {
            let free: Int? = pending.firstIndex { pair in
                !used.contains(pair.to.folded)
            }
            if let free {
                let pair: (from: String, to: String) = pending.remove(at: free)
                steps.append(Step(from: pair.from, to: pair.to))
                used.remove(pair.from.folded)
                used.insert(pair.to.folded)
            } else {
                repeat { count += 1 } while used.contains(passing(count).folded)
                let name: String = passing(count)
                steps.append(Step(from: pending[0].from, to: name))
                used.remove(pending[0].from.folded)
                used.insert(name.folded)
                pending[0].from = name
            }
        }
        return steps
    }
}
