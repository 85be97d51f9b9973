extension PredicateFormat {
    /// Returns the predicate with its immediate operands replaced.
    package func mapParts(
        _ predicate: (PredicateFormat) -> PredicateFormat,
        _ expression: (ExpressionFormat) -> ExpressionFormat
    ) -> PredicateFormat {
        if isTooDeep { return self }
        let kind: Kind =
            switch self.kind {
            case .constant: self.kind
            case .and(let operands): .and(operands.map(predicate))
            case .or(let operands): .or(operands.map(predicate))
            case .not(let operand): .not(predicate(operand))
            case .comparison(let comparison):
                .comparison(
                    Comparison(
                        expression(comparison.left),
                        comparison.operator,
                        expression(comparison.right),
                        modifier: comparison.modifier,
                        options: comparison.options
                    )
                )
            }
        return PredicateFormat(kind, at: offset)
    }

    /// Returns the predicate with its free variables renamed.
    package func renamingVariables(_ rename: (String) -> String) -> PredicateFormat {
        mapParts({ $0.renamingVariables(rename) }, { $0.renamingVariables(rename) })
    }
}

extension ExpressionFormat {
    /// Returns the expression with its immediate operands replaced.
    package func mapParts(
        _ predicate: (PredicateFormat) -> PredicateFormat,
        _ expression: (ExpressionFormat) -> ExpressionFormat
    ) -> ExpressionFormat {
        if isTooDeep { return self }
        let kind: Kind =
            switch self.kind {
            case .constant, .evaluatedObject, .variable: self.kind
            case .keyPath(let base, let steps): .keyPath(base: base.map(expression), steps)
            case .call(let name, let operands): .call(name, operands.map(expression))
            case .send(let receiver, let selector, let arguments):
                .send(expression(receiver), selector: selector, arguments.map(expression))
            case .cast(let operand, let type): .cast(expression(operand), type: type)
            case .aggregate(let elements): .aggregate(elements.map(expression))
            case .arithmetic(let left, let sign, let right): .arithmetic(expression(left), sign, expression(right))
            case .negation(let operand): .negation(expression(operand))
            case .subquery(let collection, let variable, let condition):
                .subquery(expression(collection), variable: variable, predicate(condition))
            case .index(let base, .element(let element)): .index(expression(base), .element(expression(element)))
            case .index(let base, let index): .index(expression(base), index)
            case .conditional(let condition, let first, let second):
                .conditional(predicate(condition), expression(first), expression(second))
            }
        return ExpressionFormat(kind, at: offset)
    }

    /// Returns the expression with its free variables renamed.
    package func renamingVariables(_ rename: (String) -> String) -> ExpressionFormat {
        switch kind {
        case .variable(let name): ExpressionFormat(.variable(rename(name)), at: offset)
        case .subquery(let collection, let variable, let condition):
            ExpressionFormat(
                .subquery(
                    collection.renamingVariables(rename),
                    variable: variable,
                    condition.renamingVariables { $0 == variable ? $0 : rename($0) }
                ),
                at: offset
            )
        default: mapParts({ $0.renamingVariables(rename) }, { $0.renamingVariables(rename) })
        }
    }
}
