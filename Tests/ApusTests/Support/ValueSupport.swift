import Apus

extension MemberValue {
    /// A value with nothing that the test does not name.
    static func new(
        personId: String,
        name: String,
        age: Int32? = nil,
        email: String? = nil,
        club: PersistentIdentifier? = nil,
        medals: [MedalValue] = [],
        friends: Set<PersistentIdentifier> = []
    ) -> MemberValue {
        MemberValue(
            personId: personId,
            name: name,
            age: age,
            email: email,
            club: club,
            medals: medals,
            friends: friends
        )
    }
}

extension MedalValue {
    /// A value with nothing that the test does not name.
    static func new(title: String, awarder: ClubValue? = nil) -> MedalValue {
        MedalValue(title: title, awarder: awarder)
    }
}
