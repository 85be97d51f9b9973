import ApusSchema

extension FeaturesModel {
    /// Entities whose values have uids and relationships.
    enum Records {
        static let entities: [Entity] = [club, member, medal]

        private static let club: Entity = {
            var club = Entity(
                "Club",
                attributes: [Attribute("code", .uuid), Attribute("name", .string)],
                relationships: [.toMany("members", "Member", inverse: "club")]
            )
            club.uid = "code"
            club.attributes[0].isUnique = true
            return club
        }()

        private static let member: Entity = {
            var member = Entity(
                "Member",
                attributes: [
                    Attribute("personId", .string), Attribute("name", .string),
                    Attribute("age", .int32, isOptional: true), Attribute("email", .string, isOptional: true),
                ],
                relationships: [
                    .toOne("club", "Club", isOptional: true, inverse: "members"),
                    .toMany("medals", "Medal", inverse: "member", deleteRule: .cascade),
                    .toMany("friends", "Member", inverse: "fans"),
                    .toMany("fans", "Member", inverse: "friends"),
                ]
            )
            member.uid = "personId"
            member.uniquenessConstraints = [["personId"], ["email"]]
            member.relationships[0].valueForm = .identifier
            member.relationships[1].valueForm = .nested
            member.relationships[1].isOrdered = true
            member.relationships[2].valueForm = .identifier
            return member
        }()

        private static let medal: Entity = {
            var medal = Entity(
                "Medal",
                attributes: [Attribute("title", .string)],
                relationships: [
                    .toOne("member", "Member", isOptional: true, inverse: "medals"),
                    .toOne("awarder", "Club", isOptional: true),
                ]
            )
            medal.relationships[1].valueForm = .nested
            return medal
        }()
    }
}
