import ApusDiagnostics
import ApusSchema

/// A name in a mapping, to be found in one of its versions.
struct MappingName {
    /// The element that it names.
    let path: ElementPath

    /// The key that it is below: `fill`.
    let key: String

    /// The elements that the key takes.
    let subjects: Mapping.Subjects

    /// What follows if the name is of the other version only: `it cannot be filled`.
    let consequence: String

    /// Where it was written.
    let location: SourceLocation?

    /// Whether only the property is written, because the entity is that of the line.
    var isProperty = false

    /// The same about another element.
    func renamed(_ path: ElementPath) -> MappingName {
        MappingName(
            path: path,
            key: key,
            subjects: subjects,
            consequence: consequence,
            location: location,
            isProperty: isProperty
        )
    }

    /// The name as it is written of an element of the same kind.
    func text(of path: ElementPath) -> String {
        isProperty && path.entity == self.path.entity ? path.property ?? path.entity : path.description
    }
}

extension MappingName {
    /// The name of the element that a line is about.
    init(_ line: Mapping.Line) {
        let definition = line.key.definition
        self.init(
            path: line.path,
            key: line.key.rawValue,
            subjects: definition.subjects,
            consequence: definition.consequence,
            location: line.location
        )
    }
}
