package import ApusSchema

extension Plan.Pass {
    /// Why a stage begins a pass.
    package struct Start: Hashable, Sendable {
        /// The rule.
        package enum Rule: String, Hashable, Sendable {
            /// An attribute keeps what the store computed.
            case keepsComputed
            /// A search looks for a key that the stages before compute, which no index finds.
            case searchesComputedKey
            /// More searches would be within each other than SQLite allows for certain.
            case searchesTooDeeply
            /// The stage before searches for a key that it computes itself.
            case followsComputedKey
            /// The stage before has as many searches within each other as SQLite allows for certain.
            case followsDeepSearch
            /// The stage runs code in Swift over whole objects.
            case runsSwift
            /// The stage before runs code in Swift over whole objects.
            case followsSwift
        }

        /// The subject of a rule.
        package enum Subject: Hashable, Sendable {
            /// A property of the newer schema of the stage.
            case property(ElementPath)
            /// The objects of an entity, or the references of a relationship.
            case extent(Extent.Name)
            /// A condition that the mapping asserts.
            case assertion(String)
            /// Code in Swift.
            case code(SwiftStage)
            /// The stage itself.
            case stage
        }

        /// The rule.
        package let rule: Rule
        /// The first element that the rule is about.
        package let subject: Subject

        init(_ rule: Rule, _ subject: Subject) {
            self.rule = rule
            self.subject = subject
        }

        /// Finds a hard search; `nil` if no search is hard.
        ///
        /// - Parameters:
        ///   - projection: The stages, fused.
        ///   - isEarlier: Whether the stages before need the search already.
        init?(_ projection: Projection, isEarlier: Bool) {
            guard let first = projection.graph.firstHardSearch else { return nil }
            let found = projection.hardSearch
            switch found?.reason ?? first {
            case .computedKey: rule = isEarlier ? .followsComputedKey : .searchesComputedKey
            case .tooDeep: rule = isEarlier ? .followsDeepSearch : .searchesTooDeeply
            }
            subject = found?.subject ?? .stage
        }
    }
}

extension Projection {
    /// The first element that needs a hard search; `nil` if no value, check or assertion reads one.
    fileprivate var hardSearch: (reason: ExpressionGraph.HardSearch, subject: Plan.Pass.Start.Subject)? {
        for one in ordered {
            for source in one.sources {
                for (member, id) in zip(one.extent.members, source.values) {
                    guard let reason = graph.hardSearch(of: id) else { continue }
                    if case .objects(let entity) = one.extent.name, let name = member.field.property {
                        return (reason, .property(ElementPath(entity, name)))
                    }
                    return (reason, .extent(one.extent.name))
                }
                if let reason = source.conditions.lazy.compactMap(graph.hardSearch).first {
                    return (reason, .extent(one.extent.name))
                }
            }
        }
        for check in checks {
            if let reason = (check.conditions + [check.expression]).lazy.compactMap(graph.hardSearch).first {
                return (reason, .property(check.path))
            }
        }
        for assertion in assertions {
            let ids = assertion.rows.flatMap { $0.conditions + [$0.value].compactMap { $0 } }
            if let reason = ids.lazy.compactMap(graph.hardSearch).first {
                return (reason, .assertion(assertion.line.subject))
            }
        }
        return nil
    }
}
