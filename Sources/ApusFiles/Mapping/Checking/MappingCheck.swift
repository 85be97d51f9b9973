package import ApusDiagnostics
package import ApusSchema

/// Checks what a mapping says against the schemas of its versions: whether they have the names, and the values are of the
/// right types.
///
/// Whether the stage needs a line at all is for ``Stage`` to say.
package struct MappingCheck {
    /// The mapping.
    let mapping: Mapping

    /// The names of the version that the mapping migrates from; `nil` where it could not be read.
    let older: VersionNames?

    /// The names of the version that the mapping migrates to; `nil` where it could not be read.
    let newer: VersionNames?

    /// The elements whose fill is a text that is the name of a generator without its parentheses, and has no quotes.
    let bareGenerators: Set<ElementPath>

    private var findings = DiagnosticCollector()

    /// The search for the names that were probably meant.
    let nearMisses = NearMissSearch()

    /// The findings, in the order of their locations.
    package var diagnostics: [Diagnostic] { findings.diagnostics.inOrder(of: []) }

    /// Checks a mapping.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - older: The schema that it migrates from; its names are not checked if it is `nil`.
    ///   - newer: The schema that it migrates to; its names are not checked if it is `nil`.
    ///   - bareGenerators: The elements whose fill is the name of a generator without its parentheses, and without quotes.
    package init(
        _ mapping: Mapping,
        older: Schema?,
        newer: Schema?,
        bareGenerators: Set<ElementPath> = []
    ) {
        self.mapping = mapping
        self.bareGenerators = bareGenerators
        self.older = older.map { VersionNames($0, title: MappingFile.title(of: mapping.from)) }
        self.newer = newer.map { VersionNames($0, title: MappingFile.title(of: mapping.to)) }
        for key in Mapping.Key.allCases { check(mapping[key], of: key.definition) }
    }

    /// Checks the lines of a key.
    private mutating func check(_ lines: [Mapping.Line], of key: Mapping.Key.Definition) {
        guard let version = key.subjects.areOlder ? older : newer else { return }
        switch key.subjects {
        case .losses: for line in lines { checkLoss(line, in: version) }
        case .requirements: for line in lines { checkRequirement(line, in: version) }
        case .entities: for line in lines { checkOrigins(line, in: version) }
        case .computed: for line in lines { checkComputed(MappingName(line), in: version) }
        case .duplicates: for line in lines { checkDuplicates(line, in: version) }
        case .kept: for line in lines { checkKept(line, "no data of it can differ", in: version) }
        case .undecided: for line in lines { checkKept(line, "there is nothing to decide", in: version) }
        // What a condition reads is seen when the versions are matched.
        case .statements, .functions, .code: break
        case .attributes:
            let found: [(line: Mapping.Line, attribute: Attribute)] = lines.compactMap { line in
                attribute(MappingName(line), in: version).map { (line, $0) }
            }
            switch key.value {
            case .fill: checkFills(found, in: version)
            case .conversion: for (line, attribute) in found { checkConversion(line, to: attribute) }
            case .expression, .duplicates, .origins, .message, .function, .version, nil: break
            }
        }
    }

    /// Adds a warning.
    mutating func warning(_ message: String, at location: SourceLocation?, help: [String]) {
        findings.warning(message, at: location, help: help)
    }

    /// Adds an error.
    mutating func error(_ message: String, at location: SourceLocation?, help: [String] = []) {
        findings.error(message, at: location, help: help)
    }
}
