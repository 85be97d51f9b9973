import ApusSchema
import Foundation

/// Fills the matrix *edit × neighbouring edit × data edge*.
struct MatrixRun: Sendable {
    let edits: [MatrixEdit]
    let oracles: [WorldOracle]
    let budget: MatrixBudget
    /// How often a cell is tried at most until it is hit.
    private let attempts: Int = 12

    /// The cells, a line an edit, computed on all processors.
    ///
    /// The first round is always whole; what time is left goes to further ones.
    func cells() async -> [[MatrixCell]] {
        let start = Date()
        var lines = [[MatrixCell]](
            repeating: [MatrixCell](repeating: MatrixCell(), count: edits.count),
            count: edits.count
        )
        var round: UInt64 = 0
        repeat {
            lines = await next(lines, round)
            round += 1
        } while Date().timeIntervalSince(start) < budget.seconds
        return lines
    }

    /// One round more.
    private func next(_ lines: [[MatrixCell]], _ round: UInt64) async -> [[MatrixCell]] {
        await withTaskGroup(of: (Int, [MatrixCell]).self) { group in
            for (line, cells) in lines.enumerated() {
                group.addTask {
                    (line, cells.indices.map { row in again(cells[row], first: line, second: row, round: round) })
                }
            }
            var next: [[MatrixCell]] = lines
            for await (line, cells) in group { next[line] = cells }
            return next
        }
    }

    private func again(_ cell: MatrixCell, first: Int, second: Int, round: UInt64) -> MatrixCell {
        guard budget.isWanted(first, second, edits) else { return cell }
        if round == 0 { return self.cell(first, second) }
        var cell: MatrixCell = cell
        tryOnce(first: first, second: second, round: 100 + round, form: round % 3 == 2 ? .oneStage : .twoStages, &cell)
        return cell
    }

    /// One cell: hit once with the edits in two stages, as near to each other as a few seeds bring them; a third of the
    /// cells once with both in one stage as well.
    private func cell(_ first: Int, _ second: Int) -> MatrixCell {
        var cell = MatrixCell()
        cell.isTried = true
        let needsOneStage = (first + 2 * second) % 3 == 0
        for round in rounds(first, second) {
            tryOnce(first: first, second: second, round: round, form: cell.hits > 0 ? .oneStage : .twoStages, &cell)
            if !cell.breaches.isEmpty || (cell.hits > 0 && (cell.fusedHits > 0 || !needsOneStage)) { return cell }
        }
        // Whatever else there is: a cell must not stay empty. What has just exchanged its name, say, cannot be renamed at
        // once, so the second edit looks anywhere.
        for round in UInt64(attempts)..<UInt64(attempts * 5) where cell.hits == 0 && cell.breaches.isEmpty {
            tryOnce(first: first, second: second, round: round, form: .twoStages, isNear: false, &cell)
        }
        return cell
    }

    /// The rounds in which both edits are possible, those with the nearest edits first; no more than needed.
    private func rounds(_ first: Int, _ second: Int) -> [UInt64] {
        var found: [(round: UInt64, closeness: Closeness)] = []
        for round in 0..<UInt64(attempts) {
            let seed: UInt64 = seed(first, second, round)
            guard let closeness = MatrixHistory.closeness(edits[first], edits[second], seed: seed) else { continue }
            found.append((round, closeness))
            if found.count(where: { $0.closeness == .element }) > 1 || (round > 3 && found.count > 3) { break }
        }
        return found.sorted { ($1.closeness, $0.round) < ($0.closeness, $1.round) }.map(\.round)
    }

    /// A seed of its own for every cell and round.
    private func seed(_ first: Int, _ second: Int, _ round: UInt64) -> UInt64 {
        budget.seed &* 1_000_003 &+ UInt64(first) &* 40_503 &+ UInt64(second) &* 7919 &+ round &* 104_729
    }

    private func tryOnce(
        first: Int,
        second: Int,
        round: UInt64,
        form: MatrixHistory.Form,
        isNear: Bool = true,
        _ cell: inout MatrixCell
    ) {
        let seed: UInt64 = seed(first, second, round)
        let (one, two) = (edits[first], edits[second])
        guard let history = MatrixHistory.make(one, two, form, seed: seed, isNear: isNear) else { return }
        let size: WorldGenerator.Size = round % 4 == 3 ? (round % 8 == 3 ? .nothing : .single) : .some
        // Costly, and the same stages come in many cells.
        for oracle in oracles where seed % 3 == 0 {
            if let breach = VerdictLaw(history: history, oracle: oracle).breach {
                return cell.breaches.append("\(edits[first].name), then \(edits[second].name), \(form): \(breach)")
            }
        }
        if form == .twoStages, seed % 5 == 0, let breach = unreleasedBreach(history, one, two) {
            return cell.breaches.append("\(one.name), then \(two.name), unreleased: \(breach)")
        }
        // Data that stops the migration was worth a look; now some that does not.
        let law = WorldLaw(history: history, oracles: oracles)
        // What the mapping requires of every row, a new attribute of an entity with objects has in none.
        let isRequired = history.migrations.contains { !$0.mapping[.require].isEmpty }
        let sizes: [WorldGenerator.Size] = [size, .tame, .tame, .tame] + (isRequired ? [.some] : [])
        for (number, size) in sizes.enumerated() {
            let absent: Set<String> = number < 4 ? [] : Set(history.picked.joined().map(\.entity))
            let world: World = WorldGenerator.world(
                history.readings[0],
                seed: seed &+ UInt64(number),
                size: size,
                without: absent
            )
            let found = law.check(world)
            if let breach = found.breach {
                return cell.breaches.append("\(edits[first].name), then \(edits[second].name), \(form): \(breach)")
            }
            guard !found.worlds.isEmpty else {
                cell.stops += 1
                continue
            }
            if form == .twoStages { cell.hits += 1 } else { cell.fusedHits += 1 }
            cell.closeness = max(cell.closeness ?? .elsewhere, history.closeness)
            for (stage, (picked, world)) in zip(history.picked, [world] + found.worlds).enumerated() {
                cell.edges.formUnion(world.edges(of: picked, in: history.readings[stage]))
            }
            return
        }
    }

    /// What is wrong if the second version is no released one but the head that made the store: without lines, and with
    /// those of all stages.
    private func unreleasedBreach(_ history: MatrixHistory, _ edits: MatrixEdit...) -> String? {
        let made: Set<String> = Set(MatrixEdit.origins.map(\.name))
        guard history.readings.count == 3, !edits.contains(where: { made.contains($0.name) }) else { return nil }
        return [[], history.mappings.flatMap(\.lines)].lazy.compactMap { lines in
            UnreleasedLaw(history: history, lines: lines).breach.map { "\($0), with \(lines)\n\(history.story)" }
        }.first
    }
}
