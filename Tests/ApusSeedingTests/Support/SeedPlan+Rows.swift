import ApusSchema

@testable import ApusSeeding

extension SeedPlan {
    /// The plan's rows, without a store.
    var rows: SeededRows {
        var rows = SeededRows()
        for maker in objects {
            var values: [StoredValue] = maker.fields.map { _ in .null }
            for identity in maker.identities {
                maker.fill(&values, identity: identity)
                rows.objects[maker.entity, default: [:]][Int64(identity)] = Dictionary(
                    uniqueKeysWithValues: zip(maker.fields, values)
                )
            }
        }
        for maker in joinTables {
            maker.forEach { values in
                rows.pairs[maker.path, default: []].append(Dictionary(uniqueKeysWithValues: zip(maker.fields, values)))
            }
        }
        return rows
    }
}
