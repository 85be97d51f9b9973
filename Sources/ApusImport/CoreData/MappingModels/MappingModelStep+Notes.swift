import ApusDiagnostics
import ApusSchema

// What a mapping model says: lines that say it in a mapping, or notes for the author.

extension MappingModelStep {
    mutating func translate(_ line: Mapping.Line, _ work: OwnCode.Work) {
        if translations.contains(where: { $0.line.key == line.key && $0.line.path == line.path }) { return }
        translations.append(OwnCode.Translation(line, of: [work]))
    }

    mutating func note(
        _ property: String,
        is expression: MappingExpression,
        of entity: Entity,
        in mapping: MappingModel.EntityMapping,
        because reason: String? = nil
    ) {
        let one = valueWork(ElementPath(entity.name, property), is: expression, in: mapping, because: reason)
        if !work.contains(one) { work.append(one) }
    }

    func valueWork(
        _ path: ElementPath,
        is expression: MappingExpression,
        in mapping: MappingModel.EntityMapping,
        because reason: String?
    ) -> OwnCode.Work {
        OwnCode.Work(path: path, text: "\(path) is \(expression.text)\(end(reason, mapping))".shown)
    }

    mutating func note(_ text: String, at path: ElementPath?) {
        let one = OwnCode.Work(path: path, text: text.shown)
        if !work.contains(one) { work.append(one) }
    }
}
