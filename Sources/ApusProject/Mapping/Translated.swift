import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema

/// The lines that say what an app's own code did in a stage, as far as the stage can have them.
struct Translated {
    /// The code. What a refused line said is work for the author.
    private(set) var code: OwnCode?

    /// The mapping with the lines.
    private(set) var mapping: Mapping

    /// The stage with the mapping.
    private(set) var stage: Stage

    /// Checks the lines of the code's translations.
    ///
    /// - Parameters:
    ///   - code: The code, if the app had any.
    ///   - older: The older version.
    ///   - newer: The newer version.
    ///   - history: The history of both versions.
    init(_ code: OwnCode?, from older: History.Entry, to newer: History.Entry, in history: History) {
        var code = code
        for translation in code?.translations ?? [] {
            let mapping = Mapping(from: older.version, to: newer.version, [translation.line])
            let check = MappingCheck(mapping, older: older.schema, newer: newer.schema)
            if let problem = check.diagnostics.first { code = code?.leaving(translation, because: problem.message) }
        }
        while true {
            let lines = code?.translations.map(\.line) ?? []
            let mapping = Mapping(from: older.version, to: newer.version, lines)
            let planner = Planner(history: history, mappings: lines.isEmpty ? [] : [mapping])
            let stage = planner.stage(from: older, to: newer)
            let refused = code?.translations.compactMap { translation in
                stage.refusals.first { $0.isAbout(translation.line) }.map { (translation, $0) }
            }
            guard let refused, !refused.isEmpty else {
                (self.code, self.mapping, self.stage) = (code, mapping, stage)
                return
            }
            for (translation, refusal) in refused { code = code?.leaving(translation, because: refusal.problem) }
        }
    }
}

extension Refusal {
    /// Why a line is refused.
    fileprivate var problem: String {
        switch reason {
        case .unusableExpression(_, let problem), .unusableOrigin(let problem): problem.message
        default: message
        }
    }

    /// Returns whether a line is refused: it cannot be carried out, or says nothing.
    fileprivate func isAbout(_ line: Mapping.Line) -> Bool {
        switch reason {
        case .needlessLine(let needless, _): needless == line
        case .unusableExpression(let text, _):
            line.expression == text && line.path == path
                || line.key == .entities && line.path.entity == path.entity
        case .unusableOrigin: line.key == .entities && line.path.entity == path.entity || line.path == path
        default: false
        }
    }
}
