import ApusMigration
import ApusSchema
import Testing

/// One cause is one finding, and the changes show no other ones.
@Suite struct OneCauseTests {
    /// Changes have the reasons of refusals that the author can see.
    private func expectVisible(_ stage: Stage, _ reasons: [String], _ codes: Set<String>) {
        #expect(stage.reasons == reasons)
        let shown = stage.changes.compactMap { change -> Refusal? in
            if case .refused(let refusal) = change.verdict { refusal } else { nil }
        }
        #expect(Set(shown).isSubset(of: Set(stage.refusals)))
        #expect(Set(shown.map(\.code)) == codes)
    }

    @Test("What follows from a rename that is not decided is refused by the rename") func renames() {
        let names = ["name", "age", "city"].map { Attribute($0, .string) }
        var (one, other) = (Entity("Person", attributes: names), Entity("Human", attributes: names))
        one.attributes.append(Attribute("old", .date, isOptional: true))
        other.attributes.append(Attribute("new", .date))
        let trip = Entity.of("Trip", toOne("guide", "Person"), toOne("owner", "Person"), Attribute("start", .date))
        let later = Entity.of("Trip", toOne("guide", "Human"), toOne("holder", "Human"), Attribute("begin", .date))
        let stage = Stage.between(schema(one, trip), schema(other, later))
        let reasons = ["AP203 Trip.begin", "AP302 Trip.owner", "AP103 Human"]
        expectVisible(stage, reasons, ["AP103", "AP203", "AP302"])
        let shown = stage.changes.compactMap { change -> String? in
            guard case .refused(let refusal) = change.verdict else { return nil }
            return
                "\(change.code) \(ElementPath(change.entity, change.difference.property)) \(refusal.code) \(refusal.path)"
        }
        #expect(
            shown == [
                "AP201 Trip.begin AP203 Trip.begin", "AP202 Trip.start AP203 Trip.begin",
                "AP302 Trip.owner AP302 Trip.owner", "AP102 Person AP103 Human",
            ]
        )
    }

    @Test("An open decision hides nothing of its element: the other findings are its choices") func undecided() {
        let old = schema(.of("A", Attribute("p", .double), Attribute("title", .string)))
        let new = schema(.of("A", Attribute("p", .int32), Attribute("name", .string)))
        func stage(_ name: String) -> Stage {
            .between(
                old,
                new,
                Mapping(from: Schema.Version(1), to: Schema.Version(2), [.undecided(ElementPath("A", name))])
            )
        }
        expectVisible(stage("p"), ["AP205 A.p", "AP203 A.name", "AP410 A.p"], ["AP205", "AP203"])
        expectVisible(stage("name"), ["AP205 A.p", "AP203 A.name", "AP410 A.name"], ["AP205", "AP203"])
    }

    @Test("A wrong expression does not hide a likely rename of its element, which is also about an older one")
    func renamesBesideExpressions() {
        let names = ["name", "age", "city"].map { Attribute($0, .string) }
        let stage = Stage.between(
            schema(Entity("Person", attributes: names)),
            schema(Entity("Human", attributes: names)),
            Mapping(
                from: Schema.Version(1),
                to: Schema.Version(2),
                [.entity("Human", [Mapping.Origin(["Nothing"])])]
            )
        )
        #expect(stage.reasons.contains("AP103 Human"), "\(stage.reasons)")
    }

    @Test("An expression of an origin that cannot be computed is the only finding about its attribute")
    func origins() {
        let old = schema(.of("A", Attribute("n", .string)))
        func stage(_ attribute: Attribute, _ name: String) -> Stage {
            var new = schema(.of("A", Attribute("n", .string)), .of("P", attribute), Entity("C", parent: "P"))
            new.composites = [Composite("Address", attributes: [Attribute("number", .int32)])]
            let origin = Mapping.Origin(["A"], values: [name: "$source.n * 2"])
            return .between(
                old,
                new,
                Mapping(from: Schema.Version(1), to: Schema.Version(2), [.entity("C", [origin])])
            )
        }
        #expect(stage(Attribute("name", .string), "name").reasons == ["AP411 C.name"])
        #expect(stage(Attribute("home", .named("Address")), "home.number").reasons == ["AP411 C.home.number"])
    }
}
