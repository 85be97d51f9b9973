extension Mapping {
    /// The keys of a mapping, in the order in which it is written.
    ///
    /// A key is listed here and nowhere else: its case, and its ``definition``. Reading and writing files, the check of
    /// names, canonical JSON, the digest, the JSON Schema for editors, generated code, merging and the table in
    /// `Documentation/Mappings.md` follow from that.
    public enum Key: String, CaseIterable, Hashable, Sendable {
        /// Losses that the stage may bring.
        case accept
        /// Values for rows that have none.
        case fill
        /// Functions in Swift that the expressions call.
        case functions
        /// Where the objects of newer entities come from.
        case entities
        /// Values that are computed from those of the older object.
        case values
        /// Conversions of values into ones of another type.
        case convert
        /// Properties that have a value in every row already.
        case require
        /// Which object a to-one relationship points to where there were several, and which objects stay where only one may
        /// have some values.
        case duplicates
        /// Code in Swift over the objects of both versions.
        case swift
        /// What holds for the objects of both versions.
        case assert
        /// What a direct mapping makes other data of than the stages that it skips.
        case differs
        /// Elements whose values are still to be decided, so that the stage is refused.
        case undecided
    }
}

extension Mapping.Key {
    /// What the key says, about which elements, and how messages name it.
    package var definition: Definition {
        switch self {
        case .accept:
            Definition(
                summary: "What may be lost",
                details: ": 'Entity', 'Entity.property', 'Entity.*' for every loss of its properties, 'Enum.case', "
                    + "'Composite.part'",
                subjects: .losses,
                noun: "an accepted loss",
                consequence: "nothing of it can be lost",
                purpose: "accept the loss",
                needless: ("AP403", "accepts the loss of", "it is not lost"),
                participle: "given up",
                isChange: false,
                showsInRows: false,
                lending: .ifDeclaredAlike
            )
        case .fill:
            Definition(
                summary: "Values for rows that have none",
                details: ": the same value for every row, or one of each row's own from 'uuid()', 'now()' or "
                    + "'rowNumber()'",
                subjects: .attributes,
                value: .fill,
                noun: "the fill",
                consequence: "it cannot be filled",
                purpose: "to fill rows without a value",
                needless: ("AP404", "fills", "no row needs a value"),
                participle: "filled",
                isChange: true,
                showsInRows: true,
                lending: .ifDeclaredAlike
            )
        case .functions:
            Definition(
                summary: "Functions in Swift that expressions call by name",
                details:
                    ": the types that each takes and gives, and the version of its code, which the program that migrates has",
                subjects: .functions,
                value: .function,
                noun: "the function",
                consequence: "no expression can call it",
                purpose: "to call code in Swift",
                needless: ("AP427", "declares the function", "no expression calls it"),
                participle: "declared",
                isChange: false,
                showsInRows: false,
                lending: .always
            )
        case .entities:
            Definition(
                summary: "Where the objects of an entity come from",
                details: ": the older entities whose objects they are made of, all of them or those that satisfy a "
                    + "condition, or a list of such origins",
                subjects: .entities,
                value: .origins,
                noun: "the origin",
                consequence: "no objects are made for it",
                purpose: "to make the objects of other ones",
                needless: ("AP413", "says the origin of", "its objects are those of the older version"),
                participle: "made",
                isChange: false,
                showsInRows: true,
                lending: .ifDeclaredAlike
            )
        case .values:
            Definition(
                summary: "Values that are computed from those of the older object",
                details: ": an expression in Core Data's format, such as '$source.first + \" \" + $source.last', or an "
                    + "object for a to-one relationship, such as '$source.owner' or 'same(Address)'",
                subjects: .computed,
                value: .expression,
                noun: "the expression",
                consequence: "it cannot be computed",
                purpose: "to compute the values",
                needless: ("AP412", "computes", "no object of the older version has it"),
                participle: "computed",
                isChange: true,
                showsInRows: true,
                lending: .ifDeclaredAlike
            )
        case .convert:
            Definition(
                summary: "How values become ones of another type where that cannot be inferred",
                details: "; '…OrNull' makes null of a value that cannot be held, instead of stopping",
                subjects: .attributes,
                value: .conversion,
                noun: "the conversion",
                consequence: "nothing is converted to it",
                purpose: "to convert the values",
                needless: ("AP405", "converts", "its values need no conversion"),
                participle: "converted",
                isChange: false,
                showsInRows: true,
                lending: .ifDeclaredAlike
            )
        case .require:
            Definition(
                summary: "What has a value in every row already",
                details:
                    "; the migration stops before its first write if a row has none. A new attribute has a value in no "
                    + "row: no store may have such objects",
                subjects: .requirements,
                noun: "a requirement",
                consequence: "it cannot be required",
                purpose: "if every row has a value and the migration should stop otherwise",
                needless: ("AP406", "requires a value in", "every row has or gets one"),
                participle: "required",
                isChange: true,
                showsInRows: false,
                lending: .ifDeclaredAlike
            )
        case .duplicates:
            Definition(
                summary: "Which object stays where there are several and only one can",
                details:
                    ": of a to-one relationship, 'first', in the relationship's order or else that of creation, or 'newest'; of "
                    + "an entity, what happens to objects with the same unique values. Without a line, the migration stops "
                    + "before it writes",
                subjects: .duplicates,
                value: .duplicates,
                noun: "a choice among several objects",
                consequence: "it cannot have several objects",
                purpose: "to choose one object where there are several",
                needless: ("AP409", "chooses among several objects of", "there cannot be several"),
                participle: "reduced to one object",
                isChange: true,
                showsInRows: true,
                lending: .ifDeclaredAlike
            )
        case .swift:
            Definition(
                summary: "Code in Swift over the objects of both versions",
                details:
                    ": its name, or its name and version. The program that migrates has it, and runs it when all else of the "
                    + "stage is done",
                subjects: .code,
                value: .version,
                noun: "the code",
                consequence: "it is not run",
                purpose: "to run code in Swift",
                // It has no page, because no such line is needless: the code is run.
                needless: ("AP428", "runs", "it is run"),
                participle: "run",
                isChange: false,
                showsInRows: false,
                lending: .never
            )
        case .assert:
            Definition(
                summary: "What holds for the objects of both versions",
                details:
                    ": a condition such as 'Person.count == $old.Contact.count', and the message where it does not hold. It "
                    + "is checked before the first write",
                subjects: .statements,
                value: .message,
                noun: "an assertion",
                consequence: "nothing is asserted of it",
                purpose: "to make sure of it",
                needless: ("AP421", "asserts", "that reads nothing of the store"),
                participle: "asserted",
                isChange: false,
                showsInRows: false,
                lending: .never
            )
        case .differs:
            Definition(
                summary: "What a direct mapping makes other data of than the stages that it skips",
                details:
                    ": 'Entity' for its objects and all of their values, or 'Entity.property'. Stores that go through the "
                    + "versions between get other data",
                subjects: .kept,
                noun: "a difference",
                consequence: "no data of it can differ",
                purpose: "if that is meant",
                needless: (
                    "AP426", "says that stores may differ in",
                    "the stages that it skips give the same, or it skips none"
                ),
                participle: "listed as different",
                isChange: false,
                showsInRows: false,
                lending: .always
            )
        case .undecided:
            Definition(
                summary: "What is still to be decided",
                details:
                    ": 'Entity' or 'Entity.property'. The stage is refused until the line is removed; an import writes "
                    + "it for what an app's own code did",
                subjects: .undecided,
                noun: "an open decision",
                consequence: "nothing of it is to be decided",
                purpose: "to decide later",
                // It has no page, because no such line is needless: the stage is refused as long as it is there.
                needless: ("AP414", "leaves open", "there is nothing to decide"),
                participle: "left open",
                isChange: false,
                showsInRows: false,
                lending: .always
            )
        }
    }

    /// What a key says, about which elements, and how messages name it.
    package struct Definition: Sendable {
        /// What the lines say, in a few words.
        package let summary: String

        /// What an editor shows behind the summary and the version.
        package let details: String

        /// Which elements the lines are about.
        package let subjects: Mapping.Subjects

        /// The form of the value that each line gives; `nil` if the lines only list elements.
        package var value: Mapping.ValueForm?

        /// What a line is: `an accepted loss`, `the fill`.
        package let noun: String

        /// What follows for an element that the key cannot be about: `it cannot be filled`.
        package let consequence: String

        /// What a line is written for.
        package let purpose: String

        /// The code of a needless line, what it does with its element, and why that is not needed.
        package let needless: (code: String, verb: String, reason: String)

        /// What happens to the element: `filled`.
        package let participle: String

        /// Whether a diff lists a line as a change of its own.
        package let isChange: Bool

        /// Whether migrated rows can show a mistake in a line, so that mutation testing makes some.
        package let showsInRows: Bool

        /// When the lines apply to a store that an unreleased head made, although they were written for the newest version's.
        package let lending: Lending
    }

    /// When the lines of a key apply to a store that an unreleased head made.
    package enum Lending: Sendable {
        /// In any case.
        case always
        /// If the store and the newest version declare alike what the line names.
        case ifDeclaredAlike
        /// Never: they are about the objects of a version.
        case never
    }
}
