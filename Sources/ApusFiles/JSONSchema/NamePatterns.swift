/// Regular expressions for names, in the words that JavaScript's and Python's dialects share.
enum NamePatterns {
    /// A name that Swift can carry. Beyond ASCII the dialects do not agree on what a letter is, so all of it passes.
    static let name: String = #"[^\u0000-@\[-\^`{-\u007F][^\u0000-/:-@\[-\^`{-\u007F]*"#

    /// What a name looks like, in words.
    static let rule: String = "A name has letters, digits and '_', and does not start with a digit"

    /// An attribute's short form.
    static let attribute: String = #"^ *\#(name)\?? *(= *[^ ][\s\S]*)?$"#

    /// A relationship's short form.
    static let relationship: String = #"^ *(to +\#(name)\??|toMany +\#(name)) *$"#

    /// A property, or one behind a relationship, and the direction of an order.
    static let sortKey: String = #"^\#(name)(\.\#(name))*( (asc|desc))?$"#

    /// The type of a predicate's variable.
    static let variable: String = #"^(\#(name)|\[\#(name)\])$"#

    /// An entity, one of its properties, or all of them.
    static let acceptance: String = #"^\#(name)(\.(\#(name)|\*))?$"#

    /// A property of an entity, or a part of a composite.
    static let property: String = #"^\#(name)\.\#(name)$"#

    /// The pattern of a text that is nothing else.
    static func whole(_ pattern: String) -> String { "^\(pattern)$" }
}
