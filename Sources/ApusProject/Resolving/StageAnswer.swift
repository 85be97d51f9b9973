import ApusFiles
import ApusMigration
package import ApusSchema

/// What an author writes into a file to settle a decision of a stage.
package enum StageAnswer: Hashable, Sendable {
    /// Lines of the stage's mapping, which belong together.
    case lines([Mapping.Line])
    /// The older name of an element of the head.
    case originalName(String, of: ElementPath)
    /// The removal of a line from the mapping.
    case removal(of: Mapping.Line)
    /// Another element for a line of the mapping.
    case correction(of: Mapping.Line, to: String)

    /// The answer that a settlement is; `nil` if no edit of Apus carries it out.
    init?(_ settlement: Refusal.Settlement) {
        switch settlement {
        case .line(let line, _): self = .lines([line])
        case .lines(let lines, _): self = .lines(lines)
        case .originalName(let name, let path): self = .originalName(name, of: path)
        case .removal(let line): self = .removal(of: line)
        case .correction(let line, let path): self = .correction(of: line, to: path)
        case .edit, .newStore: return nil
        }
    }

    /// The answer as YAML, as a file of answers has it; several lines, each with a line break at its end.
    ///
    /// - Parameter element: The element that the question is about.
    /// - Returns: The text.
    package func yaml(about element: ElementPath) -> String {
        switch self {
        case .lines(let lines): Self.file(lines)
        case .originalName(let name, let path):
            AnswerKey.originalName.line(name) + (path == element ? "" : AnswerKey.of.line(path.description))
        case .removal: AnswerKey.remove.line("true")
        case .correction(_, let path): AnswerKey.correct.line(path)
        }
    }

    private static func file(_ lines: [Mapping.Line]) -> String {
        MappingFile.write(Mapping(from: Schema.Version(1), to: nil, lines))
    }

    /// The lines that it adds to the mapping.
    package var lines: [Mapping.Line] {
        if case .lines(let lines) = self { lines } else { [] }
    }

    /// The elements whose loss it accepts.
    package var losses: [String] { lines.filter { $0.key == .accept }.map(\.subject) }

    /// The value that it fills rows with, if that is all it does, and an author may have another one in mind.
    package var filled: (path: ElementPath, fill: Fill)? {
        guard lines.count == 1, let line = lines.first, let fill = line.fill else { return nil }
        return (line.path, fill)
    }
}

/// The keys of an answer that are not those of a mapping.
enum AnswerKey: String, CaseIterable {
    /// The older name of an element.
    case originalName
    /// The element that gets it, if that is not the one that the question is about.
    case of
    /// Whether to remove the line of the mapping that the question is about.
    case remove
    /// The element that this line is about.
    case correct

    fileprivate func line(_ text: String) -> String { YAMLText.line(rawValue, text) }
}
