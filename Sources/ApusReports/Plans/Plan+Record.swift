import ApusDiagnostics
package import ApusMigration
import ApusSchema

extension Plan {
    /// A plan in machine-readable output, in a documented format with a number.
    package struct Record: Encodable, Sendable {
        /// Stages that are carried out together.
        package struct PassRecord: Encodable, Sendable {
            let from: String
            let to: String
            /// Why the pass begins; `nil` for the first one.
            let start: StartRecord?
            let extents: [ExtentRecord]
            let checks: [CheckRecord]
            /// What the mappings assert; `nil` if nothing.
            let assertions: [AssertionRecord]?
        }

        /// Why a stage begins a pass.
        package struct StartRecord: Encodable, Sendable {
            /// The stage.
            let stage: String
            /// The first element, or asserted condition, that the rule is about.
            let element: String
            /// The rule.
            let rule: String
            /// Both as text.
            let reason: String
        }

        /// How the objects of an entity, or the rows of a join table, are made.
        package struct ExtentRecord: Encodable, Sendable {
            /// The entity, or the relationship with the join table.
            package let extent: String
            /// The sources of its rows; empty if the extent starts empty.
            package let reads: [String]
            /// The other extents that are read.
            let looksAt: [String]
            /// The values that change.
            package let values: [ValueRecord]
        }

        /// How a value is made.
        package struct ValueRecord: Encodable, Sendable {
            /// The property.
            package let name: String
            /// How it is made, as text.
            package let from: String
        }

        /// A check of every row.
        package struct CheckRecord: Encodable, Sendable {
            /// The extent of the rows.
            package let extent: String
            /// The element that needs the check.
            package let path: String
            /// What is checked, as text.
            package let value: String
        }

        /// What the mapping of a stage asserts.
        package struct AssertionRecord: Encodable, Sendable {
            /// The stage.
            package let stage: String
            /// The condition.
            package let that: String
            /// What it means.
            package let message: String
        }

        /// A function in Swift.
        package struct FunctionRecord: Encodable, Sendable {
            /// The name.
            package let name: String
            /// The types as text: `geocode(string) → string?`.
            package let signature: String
            /// The version.
            package let version: Int
        }

        /// Code in Swift over whole objects.
        package struct SwiftRecord: Encodable, Sendable {
            /// The stage that runs it.
            package let stage: String
            /// The name.
            package let name: String
            /// The version.
            package let version: Int
            /// The number of the older version's tables, which are copied first, unless the code has no need of them.
            package let tables: Int
        }

        /// An accepted loss.
        package struct LossRecord: Encodable, Sendable {
            /// The older name of what is lost.
            package let path: String
            /// The stage that loses it.
            package let stage: String
            /// The file and line of the mapping that accept it.
            package let acceptedAt: String?
        }

        /// A required relationship without an object in existing rows.
        package struct EmptyRecord: Encodable, Hashable, Sendable {
            /// The relationship.
            package let path: String
            /// The stage that adds or requires it.
            package let stage: String
        }

        /// What a stage removes, and the store keeps in a table of its own.
        package struct AsideRecord: Encodable, Hashable, Sendable {
            /// The entity, or the attribute whose values are set aside.
            package let path: String
            /// The stage that removes it.
            package let stage: String
            /// Which objects or values, as text.
            package let reason: String
        }

        let format: Int
        let model: String
        let from: String
        let to: String
        let stages: [Stage.Record]
        /// The lines of the head's mapping that are not carried out, if an unreleased head made the store.
        let ignoredLines: [Stage.Record.Line]?
        /// The passes.
        package let passes: [PassRecord]
        /// The losses.
        package let losses: [LossRecord]
        /// The required relationships without an object in existing rows; `nil` if there are none.
        package let staysEmpty: [EmptyRecord]?
        /// What the store keeps in a table of its own; `nil` if nothing.
        package let setAside: [AsideRecord]?
        /// The functions in Swift that the migration calls; `nil` if it calls none.
        package let functions: [FunctionRecord]?
        /// The code in Swift that stages run; `nil` if they run none.
        package let swift: [SwiftRecord]?
    }

    /// The plan for machine-readable output.
    package var record: Record {
        Record(
            format: 1,
            model: target.schema.model,
            from: source.point.description,
            to: target.point.description,
            stages: stages.map(\.record),
            ignoredLines: ignoredLines.isEmpty ? nil : ignoredLines.map { Stage.Record.Line($0) },
            passes: passes.map(\.record),
            losses: losses,
            staysEmpty: staysEmpty.isEmpty ? nil : staysEmpty,
            setAside: setAside.isEmpty ? nil : setAside,
            functions: functions.isEmpty
                ? nil : functions.map { .init(name: $0.name, signature: $0.signature, version: $0.version) },
            swift: swift.isEmpty ? nil : passes.compactMap(\.swiftRecord)
        )
    }

    /// The lines of the head's mapping that are not carried out, because an unreleased head made the store.
    var ignoredLines: [Mapping.Line] { stages.flatMap(\.ignoredLines) }

    /// The relationships without an object in existing rows that the target requires, by stage.
    package var staysEmpty: [Record.EmptyRecord] {
        stages.indices.flatMap { index in
            let stage = stages[index]
            return stage.emptyRelationships.filter { isRequired($0, after: index) }
                .map { Record.EmptyRecord(path: "\($0)", stage: "\(stage.from) → \(stage.to)") }
        }
    }

    /// Whether the target requires an object of a relationship that a stage's newer schema has. A later stage may have given that up.
    private func isRequired(_ path: ElementPath, after index: Int) -> Bool {
        let newer = stages[(index + 1)...].reduce(Optional(path)) { path, stage in
            path.flatMap { stage.overall.newer($0) }
        }
        if let newer, let name = newer.property, let entity = target.schema.entity(newer.entity) {
            return target.schema.relationship(name, of: entity)?.relationship.isOptional == false
        }
        // Lines of a mapping may make other objects of all that an entity has.
        let entity = stages[(index + 1)...].reduce(Optional(ElementPath(path.entity))) { path, stage in
            path.flatMap { stage.overall.newer($0) }
        }
        return entity == nil
    }

    /// What the stages set aside, in their order.
    package var setAside: [Record.AsideRecord] {
        var found: [Record.AsideRecord] = []
        for aside in passes.flatMap(\.projection.asides) {
            let record = aside.record
            // Objects of several kinds have the attribute.
            if !found.contains(record) { found.append(record) }
        }
        return found
    }

    /// The losses of the plan, by stage.
    package var losses: [Record.LossRecord] {
        stages.flatMap { stage in
            stage.losses.map { path in
                Record.LossRecord(
                    path: path.description,
                    stage: "\(stage.from) → \(stage.to)",
                    acceptedAt: stage.acceptance(of: path)?.location?.description
                )
            }
        }
    }
}

extension Plan.Pass {
    fileprivate var swiftRecord: Plan.Record.SwiftRecord? {
        guard let stage = stages.last, let code = stage.swift else { return nil }
        return .init(
            stage: "\(stage.from) → \(stage.to)",
            name: code.name,
            version: code.version,
            tables: source.layout.tables.count
        )
    }
}

extension ProjectedAside {
    fileprivate var record: Plan.Record.AsideRecord {
        let stage = "\(from) → \(to)"
        switch reason {
        case .duplicate(let properties):
            return .init(
                path: entity,
                stage: stage,
                reason: "objects with a duplicate \(properties.joined(separator: ", "))"
            )
        case .conversion(let type):
            let path = ([entity] + values.map(\.name)).joined(separator: ".")
            return .init(path: path, stage: stage, reason: "values that are not convertible to \(type)")
        }
    }
}

extension ObjectLoss {
    /// What has to hold for an object.
    fileprivate var requirement: String {
        switch self {
        case .object: "an origin takes it"
        case .value(let name): "an origin that keeps '\(name)' takes it, or it has no value"
        case .references(let name): "an origin that keeps the references in '\(name)' takes it"
        case .crossing(let name, _): "a newer relationship keeps the reference in '\(name)'"
        case .returned(let name): "the object of '\(name)' refers back"
        case .unreturned(let name, let inverse): "the object of '\(name)' refers back by '\(inverse)'"
        case .identity(let root): "at most one origin below '\(root)' takes it"
        }
    }
}

extension ProjectedAssertion {
    fileprivate var record: Plan.Record.AssertionRecord {
        Plan.Record.AssertionRecord(
            stage: "\(from) → \(to)",
            that: line.subject,
            message: line.assertion?.message ?? ""
        )
    }
}

extension Plan.Record.PassRecord {
    /// The checks and assertions as lines: what they are about, and what is checked.
    var checkLines: [(subject: String, text: String)] {
        checks.map { ($0.path, "every row of \($0.extent): \($0.value)") }
            + (assertions ?? []).map { ($0.stage, "\($0.message): \($0.that)") }
    }
}

extension Plan.Pass {
    fileprivate var record: Plan.Record.PassRecord {
        Plan.Record.PassRecord(
            from: stages.first?.from.description ?? "",
            to: stages.last?.to.description ?? "",
            start: stages.first.flatMap { first in start.map { $0.record(of: first) } },
            extents: projection.ordered.compactMap { record(of: $0) },
            checks: projection.checks.map { check in
                Plan.Record.CheckRecord(
                    extent: check.extent.text,
                    path: check.path.description,
                    value: check.loss?.requirement ?? projection.graph.text(check.expression)
                )
            },
            assertions: projection.assertions.isEmpty ? nil : projection.assertions.map(\.record)
        )
    }

    /// Returns how an extent is made, or `nil` if it does not change.
    private func record(of one: Projection.ExtentProjection) -> Plan.Record.ExtentRecord? {
        guard let first = one.sources.first else {
            return Plan.Record.ExtentRecord(extent: one.extent.name.text, reads: [], looksAt: [], values: [])
        }
        let values = one.extent.members.indices.compactMap { index -> Plan.Record.ValueRecord? in
            let member = one.extent.members[index]
            if member.isDerived { return nil }
            // Each origin may make it in its own way.
            var ways: [(text: String, extents: [String])] = []
            // That later ones get identities of their own does not make a value.
            let sources = member.field == .identity ? one.sources.prefix(1) : one.sources[...]
            for source in sources where source.values.indices.contains(index) {
                let text = text(of: index, in: one, source)
                if let known = ways.firstIndex(where: { $0.text == text }) {
                    if !ways[known].extents.contains(source.extent.text) {
                        ways[known].extents.append(source.extent.text)
                    }
                } else {
                    ways.append((text, [source.extent.text]))
                }
            }
            if ways.map(\.text) == [Self.unchanged] { return nil }
            let all = ways.map { "\($0.text) (of \($0.extents.joined(separator: ", ")))" }
            return .init(name: member.field.text, from: ways.count == 1 ? ways[0].text : all.joined(separator: ", "))
        }
        let reads = one.sources.map(\.extent.text)
        let others: Set<String> = one.sources.flatMap { $0.values + $0.conditions }.reduce(into: []) { names, id in
            names.formUnion(projection.graph.otherExtents(id))
        }
        let isSame = reads == [one.extent.name.text] && first.conditions.isEmpty && values.isEmpty
        let isNarrower = first.values.count != projection.source.extent(first.extent)?.members.count
        if isSame, !isNarrower { return nil }
        return Plan.Record.ExtentRecord(
            extent: one.extent.name.text,
            reads: reads,
            looksAt: others.subtracting(reads).sorted(),
            values: values
        )
    }
}

extension Plan.Pass {
    private static let unchanged = "unchanged"

    /// Returns how a value is made of the rows of a source.
    private func text(
        of index: Int,
        in one: Projection.ExtentProjection,
        _ source: Projection.Source
    ) -> String {
        let (id, field) = (source.values[index], one.extent.members[index].field)
        let text = projection.graph.text(id)
        guard case .field(let older) = projection.graph[id].value else {
            let isSetAside = projection.asides.contains { aside in
                guard case .conversion = aside.reason, aside.extent == source.extent else { return false }
                return aside.values.contains { projection.graph.converts($0.value, in: id) }
            }
            // What the store keeps aside is null in the row.
            return isSetAside ? text.replacing("OrNull)", with: "OrSetAside)") : text
        }
        if older == field { return Self.unchanged }
        guard older.isOfSameKind(as: field), !older.isOfElement else { return text }
        return source.values.count { $0 == id } > 1 ? text + ", copied" : text + ", renamed"
    }
}

extension Field {
    /// Whether both are values of attributes, or both references.
    fileprivate func isOfSameKind(as other: Field) -> Bool {
        switch (self, other) {
        case (.attribute, .attribute), (.key, .key), (.orderKey, .orderKey): true
        default: false
        }
    }

    /// Whether it is a part of an element of a list, which is made and not renamed.
    fileprivate var isOfElement: Bool { self == ElementRows.element || self == ElementRows.source }
}
