/// Regular expressions for names, in the syntax that JavaScript and Python share.
enum NamePatterns {
    /// A name that is valid in Swift. Beyond ASCII the dialects disagree on letters, so all characters match.
    static let name: String = #"[^\u0000-@\[-\^`{-\u007F][^\u0000-/:-@\[-\^`{-\u007F]*"#

    /// The rule for names, as a sentence.
    static let rule: String = "A name has letters, digits and '_', and does not start with a digit"

    /// An attribute's short form.
    static let attribute: String = #"^ *\#(name)\?? *(= *[^ ][\s\S]*)?$"#

    /// A relationship's short form.
    static let relationship: String = #"^ *(to +\#(name)\??|toMany +\#(name)) *$"#

    /// A property, possibly through relationships, and the direction of the order.
    static let sortKey: String = #"^\#(name)(\.\#(name))*( (asc|desc))?$"#

    /// The type of a predicate's variable.
    static let variable: String = #"^(\#(name)|\[\#(name)\])$"#

    /// An entity, one of its properties, or all of them.
    static let acceptance: String = #"^\#(name)(\.(\#(name)|\*))?$"#

    /// An entity or one of its properties, or a part of a composite.
    static let element: String = #"^\#(name)(\.\#(name))?$"#

    /// A property of an entity, or a part of a composite.
    static let property: String = #"^\#(name)\.\#(name)$"#

    /// What stays of objects with the same unique values.
    static let kept: String = #"^((first|newest)(\(\#(name)\))?|numbered\(\#(name)\))$"#

    /// A property of an entity, or a part of its composite.
    static let computed: String = #"^\#(name)(\.\#(name))+$"#

    /// A property, or a part of its composite, below its entity.
    static let computedBelow: String = #"^\#(name)(\.\#(name))*$"#

    /// The pattern for the whole string.
    static func whole(_ pattern: String) -> String { "^\(pattern)$" }
}
