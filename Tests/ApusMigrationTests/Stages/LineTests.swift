import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

/// A line of a mapping that the stage does not need is a mistake; each that it needs is none.
@Suite struct LineTests {
    private static let old: Schema = {
        var schema: Schema = schema(
            .of(
                "Trip",
                Attribute("code", .string),
                Attribute("name", .string),
                Attribute("nights", .double),
                Attribute("fax", .named("Address"), isOptional: true),
                Attribute("status", .named("Status")),
                toOne("owner", "Person"),
                Relationship.toMany("tags", "Tag")
            ),
            .of("Person", Attribute("name", .string)),
            .of("Tag")
        )
        schema.enumerations = [Enumeration("Status", cases: [.init("open", .string("o")), .init("old", .string("x"))])]
        schema.composites = [
            Composite(
                "Address",
                attributes: [Attribute("street", .string), Attribute("fax", .string, isOptional: true)]
            )
        ]
        return schema
    }()

    /// What a stage that changes nothing but one attribute's name says of a mapping.
    private func reasons(_ mapping: Mapping) -> [String] {
        var new: Schema = Self.old
        new.entities[0].attributes[1] = Attribute("title", .string, originalName: "name")
        return Stage.between(Self.old, new, mapping).reasons
    }

    @Test(
        "What is not lost needs no acceptance, whatever it is",
        arguments: [
            "Trip", "Trip.code", "Trip.name", "Trip.owner", "Trip.tags", "Trip.*", "Person.*", "Tag.*", "Status.old",
            "Address.fax", "Trip.nothing", "Nothing", "Nothing.*", "Nothing.code", "Status.nothing", "Address.nothing",
            // The newer name is not the older one's.
            "Trip.title", "Status", "Address", "Status.*", "Address.*",
        ]
    )
    func needlessAcceptance(path: String) {
        let shown: String = path.hasSuffix(".*") ? String(path.dropLast(2)) : path
        #expect(reasons(.of(accept: [path])) == ["AP403 \(shown)"])
    }

    @Test(
        "What has a value, or is of its type, needs no other",
        arguments: ["Trip.code", "Trip.title", "Trip.name", "Trip.owner", "Address.street", "Nothing.x", "Status.open"]
    )
    func needlessWords(path: String) {
        #expect(reasons(.of(fill: [path: "x"])) == ["AP404 \(path)"])
        #expect(reasons(.of(convert: [path: "parsed"])) == ["AP405 \(path)"])
        #expect(reasons(.of(require: [path])) == ["AP406 \(path)"])
    }

    @Test("A near miss is asked about, with the older version's names") func nearMisses() {
        func help(_ path: String) -> [String] {
            Stage.between(Self.old, Self.old, accept: path).refusals.flatMap(\.help)
        }
        #expect(help("Trip.coed") == ["did you mean 'Trip.code'?"])
        #expect(help("Tripp") == ["did you mean 'Trip'?"])
        #expect(help("Status.opne") == ["did you mean 'Status.open'?"])
        #expect(help("Address.fx") == ["did you mean 'Address.fax'?"])
        #expect(help("Trip.code") == ["remove the line"] && help("Zebra") == ["remove the line"])
    }

    @Test("A wildcard accepts every loss of an entity's properties, but not the entity's, nor another's")
    func wildcards() {
        var fewer: Schema = Self.old
        fewer.entities[0].attributes.removeSubrange(0...1)
        fewer.entities[0].relationships.removeAll()
        let stage: Stage = .between(Self.old, fewer)
        #expect(stage.reasons == ["AP202 Trip.code", "AP202 Trip.name", "AP302 Trip.owner", "AP302 Trip.tags"])
        let all: Stage = .between(Self.old, fewer, .of(accept: ["Trip.*"]))
        #expect(all.refusals.isEmpty && all.losses.count == 4)
        // Beside a name the wildcard goes on to accept the rest; with nothing left, it is needless.
        #expect(Stage.between(Self.old, fewer, .of(accept: ["Trip.code", "Trip.*"])).refusals.isEmpty)
        let names: [String] = ["Trip.code", "Trip.name", "Trip.owner", "Trip.tags"]
        #expect(Stage.between(Self.old, fewer, .of(accept: names + ["Trip.*"])).reasons == ["AP403 Trip"])
        #expect(Stage.between(Self.old, fewer, .of(accept: names + ["Trip.nights"])).reasons == ["AP403 Trip.nights"])
        var gone: Schema = fewer
        gone.entities.removeFirst()
        #expect(Stage.between(Self.old, gone, .of(accept: ["Trip.*"])).reasons.contains("AP102 Trip"))
        #expect(Stage.between(Self.old, gone, .of(accept: ["Trip"])).refusals.isEmpty)
    }

    @Test("References are accepted with the objects of an entity, unless a line names them")
    func givenUpForOthers() {
        let old = schema(
            Entity("T", relationships: [.toOne("p", "P", isOptional: true, inverse: "ts")]),
            Entity("P", relationships: [.toMany("ts", "T", inverse: "p")])
        )
        let line: Mapping.Line = .entity("T", [Mapping.Origin(["P"])])
        func stage(_ accept: String...) -> Stage {
            var mapping: Mapping = .of(accept: accept)
            mapping.add(line)
            return .between(old, schema(Entity("T"), Entity("P")), mapping)
        }
        #expect(stage().reasons.contains("AP302 T.p"))
        for paths in [["T"], ["T", "T.p"], ["T", "P.ts"]] {
            let one = paths.count == 1 ? stage(paths[0]) : stage(paths[0], paths[1])
            #expect(one.refusals.isEmpty && one.losses.contains(ElementPath("T", "p")))
            #expect(one.acceptance(of: ElementPath("T", "p"))?.path.description == paths.last)
        }
    }

    @Test("Each kind of loss is accepted by its own line") func needed() {
        func check(_ path: String, _ code: String, _ change: (inout Schema) -> Void) {
            var new: Schema = Self.old
            change(&new)
            // A relationship that becomes to-one is given up if that is accepted, and keeps one reference otherwise.
            #expect(Stage.between(Self.old, new).refusals.map(\.code) == (code == "AP305" ? [] : [code]), "\(path)")
            let accepted: Stage = .between(Self.old, new, accept: path)
            #expect(accepted.refusals.isEmpty, "\(path): \(accepted.reasons)")
            #expect(accepted.losses.map(\.description) == [path])
            #expect(accepted.changes.contains { $0.verdict == .accepted })
            // By whose word: that line's.
            let line: Mapping.Line? = accepted.losses.first.flatMap(accepted.acceptance(of:))
            #expect(line?.path.description == path)
        }
        check("Trip.code", "AP202") { $0.entities[0].attributes.removeFirst() }
        check("Trip.code", "AP205") {
            $0.entities[0].attributes[0] = Attribute("code", .date, isOptional: true)
        }
        check("Trip.code", "AP209") {
            $0.entities[0].attributes.removeFirst()
            $0.entities[0].relationships.append(toOne("code", "Tag"))
        }
        check("Trip.code", "AP212") { $0.entities[0].attributes[0].isTransient = true }
        check("Trip.code", "AP215") { $0.entities[0].attributes[0].derivation = Derivation("uppercase:(name)") }
        check("Trip.owner", "AP302") { $0.entities[0].relationships.removeFirst() }
        check("Trip.tags", "AP305") {
            $0.entities[0].relationships[1].isToMany = false
            $0.entities[0].relationships[1].isOptional = true
        }
        check("Trip.owner", "AP306") { $0.entities[0].relationships[0].destination = "Tag" }
        check("Address.fax", "AP257") { $0.composites[0].attributes.removeLast() }
        check("Person", "AP106") { $0.entities[1].isAbstract = true }
    }

    @Test("Several lines of one path count as one, and the first is taken") func twice() {
        var new: Schema = Self.old
        new.entities[0].attributes.append(Attribute("more", .int16))
        let mapping: Mapping = .of(fill: ["Trip.more": "1", "Trip.more": "2"])
        let stage: Stage = .between(Self.old, new, mapping)
        #expect(stage.refusals.isEmpty && stage.lines == ["attributeAdded Trip.more fill: 1"])
    }

    @Test("A line that may be needed once something else is settled is no mistake yet") func pending() {
        let old = schema(.of("A", Attribute("x", .string)))
        let new = schema(.of("A", Attribute("x", .int16)))
        let mapping: Mapping = .of(fill: ["A.x": "0"])
        #expect(Stage.between(old, new, mapping).reasons == ["AP205 A.x"])
        #expect(Stage.between(old, new, .of(fill: ["A.x": "0"], convert: ["A.x": "parsedOrNull"])).refusals.isEmpty)
    }

    @Test("A line without a location is reported in its mapping's file") func files() {
        var mapping: Mapping = .of(accept: ["A.y"])
        let (old, new) = (schema(.of("A", Attribute("x", .bool))), schema(.of("A", Attribute("x", .bool))))
        #expect(Stage.between(old, new, mapping).refusals[0].location?.file == "Migrations/M/1-2.yaml")
        mapping = Mapping(
            from: mapping.from,
            to: mapping.to,
            mapping.lines,
            file: "elsewhere.yaml"
        )
        #expect(Stage.between(old, new, mapping).refusals[0].location?.file == "elsewhere.yaml")
    }
}
