/// Renames several objects in one namespace, one after the other.
enum Renaming {
    /// A renaming.
    struct Step: Hashable {
        let from: String
        let to: String
    }

    /// Orders renamings so that each new name is free when it is assigned. Cycles use a temporary name, and so does a
    /// name that changes only in case, because SQLite ignores case.
    ///
    /// - Parameters:
    ///   - names: The old and the new name of each object; equal names are skipped.
    ///   - taken: All names in use, compared without case.
    ///   - temporaryName: Returns a temporary name for a number; numbers are tried until a name is free.
    /// - Returns: The renamings in order.
    static func steps(
        _ names: [(from: String, to: String)],
        taken: Set<String>,
        temporaryName: (Int) -> String
    ) -> [Step] {
        var pending: [(from: String, to: String)] = names.filter { $0.from != $0.to }
        var used = Set(taken.map { $0.folded })
        var steps: [Step] = []
        var count = 0
        while !pending.isEmpty {
            let free = pending.firstIndex { renaming in
                !used.contains(renaming.to.folded)
            }
            if let free {
                let renaming = pending.remove(at: free)
                steps.append(Step(from: renaming.from, to: renaming.to))
                used.remove(renaming.from.folded)
                used.insert(renaming.to.folded)
            } else {
                repeat { count += 1 } while used.contains(temporaryName(count).folded)
                let name = temporaryName(count)
                steps.append(Step(from: pending[0].from, to: name))
                used.remove(pending[0].from.folded)
                used.insert(name.folded)
                pending[0].from = name
            }
        }
        return steps
    }
}
