import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusTestSupport

extension FuzzTarget {
    /// A mapping's YAML: what is read is written back, and what the check against its versions finds is located.
    static let mapping: FuzzTarget = .text("mapping", usualRuns: 150, tokens: yamlTokens + mappingTokens) {
        mappingSeeds
    } check: { text in
        let path = "M/T/2-3.yaml"
        let (from, to) = (Schema.Version(2), Schema.Version(3))
        let (mapping, findings) = MappingFile.read(SourceFile(path: path, text: text), from: from, to: to)
        try requireSound(findings, in: text, of: path)
        if let mapping {
            let written = MappingFile.write(mapping)
            let again = MappingFile.read(SourceFile(path: path, text: written), from: from, to: to)
            try require(
                again.mapping?.lines == mapping.lines,
                "a mapping that is written is read back: \(written.debugDescription)"
            )
        }
        let contents = MappedStages.read(text, of: "2-3")
        try requireSound(contents.diagnostics.filter { $0.location?.file == path }, in: text, of: path)
        try require(contents.diagnostics.allSatisfy { $0.location != nil }, "a finding is located")
    }

    private static let mappingTokens: [String] = [
        "accept:", "fill:", "convert:", "require:", "Trip.", "Trip.*", "Animal.breed", "Customer.home", "nights",
        "code",
        "uuid()", "now()", "rowNumber()", "none", "parsedOrNull", "rounded", "cases", "{ planned: done }", "mood",
        "entities:", "from:", "where:", "values:", "as:", "same(", "$source", "Person", "[Person, Draft]",
        "each:", "distinct:", "split(", "$each", "find(", "find(Customer, name == ", "duplicates:", "by:", "keep:",
        "first(created)", "numbered(note)", "setAside: true", "assert:", "that:", "message:", "$old.Trip", ".count",
        ".@sum.nights", "SUBQUERY(Trip, $t, ", "TERNARY(", "convert(", " ?? ", " == nil", ".@first.",
    ]

    private static let mappingSeeds: [String] = [
        "accept: [Trip.legacyCode, Draft, Cat.*]\nfill:\n  Trip.code: none\n  Trip.id: uuid()\n  Trip.created: now()\n",
        "convert:\n  Trip.nights: parsedOrNull\n  Trip.status: { archived: done }\nrequire: [Customer.home, Trip.extra]\n",
        "fill: { Cat.born: 2026-01-01, Trip.price: 1.50, Trip.isOver: true, Trip.photo: \"\" }\n",
        "entities:\n  Customer: { from: [Person, Draft], as: a, where: name != nil, values: { name: name } }\n",
        "entities:\n  Trip:\n  - from: Trip\n    values: { owner: same(a) }\n  - { from: Draft }\n",
        "entities:\n  Customer:\n    from: Draft\n    each: split($source.text, ',')\n    distinct: trim($each)\n    values: { name: trim($each) }\n",
        "values: { Trip.owner: \"find(Customer, name == $source.name)\", Customer.name: $source.trips.@count.description }\n",
        "duplicates:\n  Customer: { by: [name], keep: newest(name), setAside: true }\n  Trip: [numbered(note), { by: [name, created], keep: first }]\n",
        "assert:\n  - { that: \"Trip.count == $old.Trip.count\", message: a }\n  - { that: \"$old.Person.@max.name != nil\", message: b }\n",
        "assert: [{ that: \"SUBQUERY(Trip, $t, $t.owner.name == 'Ada').@sum.nights <= 7\", message: c }]\n",
        "values: { Trip.owner: $source, Trip.note: \"nights + ' nights'\" }\n",
        "accept:\n- Trip.*\n- Old\nconvert: { Customer.home.street: exact }\n",
    ]
}
