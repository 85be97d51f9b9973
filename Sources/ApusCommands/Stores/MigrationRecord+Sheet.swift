import ApusDiagnostics
import ApusMigration
import ApusPictures
import ApusReports
import ApusSchema
import ApusStore
import Foundation

extension [MigrationRecord] {
    /// The stores with their outcomes, then what happened to the rows of each.
    var sheet: Sheet {
        let table = Sheet.Table(
            ["store", "outcome", "from", "to", "rows written", "time"].map { .words($0) },
            map { record in
                [
                    .init(.code(record.store)), record.outcomeCell, .init(.code(record.from ?? "")),
                    .init(.code(record.to ?? "")), .init(.words(record.rowsWritten.map(\.grouped) ?? "")),
                    .init(.words(record.seconds.map { String(format: "%.2f s", $0) } ?? "")),
                ]
            }
        )
        return Sheet([.heading(2, [.words("Migrations")]), .table(table)] + flatMap(\.parts))
    }
}

extension MigrationRecord {
    fileprivate var outcomeCell: Sheet.Cell {
        switch outcome {
        case .migrated, .unchanged, .created, .finished: .init(.words(outcome.rawValue), .good)
        case .tried: .init(.words("a copy was migrated"), .good)
        case .refused, .failed: .init(.words(outcome.rawValue), .bad)
        case .stopped: .init(.words(outcome.rawValue), .notable)
        }
    }

    /// What happened to the store.
    var parts: [Sheet.Part] {
        let problem: [Sheet.Part] = error.map { [.text([[.code($0.message)]] + $0.help.map { [.words($0)] })] } ?? []
        let broken: [[String]] = (brokenRules ?? []).map { ["\($0.table).\($0.column)", $0.text] }
        return [.heading(3, [.code(store)]), .line(.words(lines?.first.map(withoutStore) ?? outcome.rawValue))]
            + problem
            + (effects?.parts ?? []) + [.table(.init(["kept", "invalid under a new rule"], broken))]
    }

    private func withoutStore(_ line: String) -> String {
        line.hasPrefix("\(store): ") ? String(line.dropFirst(store.count + 2)) : line
    }
}

extension RowEffectsRecord {
    /// The rows and values that changed, with samples of the values.
    fileprivate var parts: [Sheet.Part] {
        let damaged = Sheet.Part.table(.init(["damaged rows, counted only in part"], unread.map { [$0] }))
        if rows.isEmpty, values.isEmpty {
            return lines.map { .line(.words($0.trimmingPrefix { $0 == " " }.description)) } + [damaged]
        }
        let kept: [[String]] = setAside.map { one in
            [
                one.property.map { "\(one.entity).\($0)" } ?? one.entity, one.count.grouped, one.reason,
                "\(one.from ?? "head") → \(one.to ?? "head")",
            ]
        }
        let objects = Dictionary(
            setAside.filter { $0.property == nil }.map { ($0.entity, $0.count) },
            uniquingKeysWith: +
        )
        let head = ["entity or relationship", "before", "after", "added", "removed"]
        let moved: [[Sheet.Cell]] = rows.map { one in
            [.init(.code(one.path))]
                + [one.before, one.after, one.added].map { .init(.words($0.grouped)) }
                + [
                    .init(
                        .words(one.removed.grouped),
                        one.removed > (objects[one.path] ?? 0) ? .bad : one.removed > 0 ? .notable : nil
                    )
                ]
        }
        let changed: [[Sheet.Cell]] = values.map { one in
            let lost = one.lost - one.setAside
            return [one.changed, one.filled, one.setAside].reduce(into: [.init(.code(one.path))]) { cells, count in
                cells.append(.init(.words(count.grouped)))
            } + [.init(.words(lost.grouped), lost > 0 ? .bad : nil)]
        }
        let samples: [[String]] = values.flatMap { one in
            one.samples.map { [one.path, $0.row, $0.before ?? "none", $0.after ?? "none"] }
        }
        return [
            .table(.init(head.map { .words($0) }, moved)),
            .table(.init(["values of", "changed", "filled", "set aside", "lost"].map { .words($0) }, changed)),
            .table(.init(["some values of", "row", "before", "after"], samples)),
            .table(.init(["set aside, in the table apus_set_aside", "how many", "why", "stage"], kept)), damaged,
        ]
    }
}

extension Picture {
    /// The picture with what a dry run did to the rows.
    func adding(_ effects: RowEffects, of plan: Plan) -> Picture {
        let objects = effects.objectsSetAside(by: plan)
        return adding(
            effects.rows.map { rows in
                RowEffect(
                    rows.path,
                    of: rows.isOlder ? .older : .newer,
                    before: rows.before,
                    after: rows.after,
                    added: rows.added,
                    removed: rows.removed,
                    merged: rows.merged,
                    setAside: rows.isOlder ? 0 : min(rows.removed - rows.merged, objects[rows.path.entity] ?? 0)
                )
            },
            effects.values.map { values in
                ValueEffect(
                    values.path,
                    of: values.isOlder ? .older : .newer,
                    changed: values.changed,
                    lost: values.lost - values.setAside,
                    filled: values.filled,
                    setAside: values.setAside,
                    samples: values.samples.map { .init(row: $0.row, before: $0.before, after: $0.after) }
                )
            }
        )
    }
}

extension RowEffects {
    /// The numbers of objects that are set aside, by their entity in the plan's target. An entity that a later stage removes has none.
    fileprivate func objectsSetAside(by plan: Plan) -> [String: Int] {
        setAside.filter { $0.property == nil }.reduce(into: [:]) { counts, aside in
            let later = plan.stages.drop { $0.to.version?.description != aside.to }.dropFirst()
            let path = later.reduce(Optional(ElementPath(aside.entity))) { path, stage in
                path.flatMap { stage.overall.newer($0) }
            }
            if let path, path.property == nil { counts[path.entity, default: 0] += aside.count }
        }
    }
}
