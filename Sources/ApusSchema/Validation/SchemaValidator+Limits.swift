import ApusDiagnostics
import Foundation

extension SchemaValidator {
    /// Checks the minimum and the maximum.
    mutating func checkLimits(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        let limits: [(String, Value?)] = [("minimum", attribute.minimum), ("maximum", attribute.maximum)]
        for (key, value) in limits {
            guard let value else { continue }
            guard let type = attribute.type.scalar, type.isMeasured else {
                error(
                    "'\(path)' is \(attribute.type.name), and a \(key) is for numbers and dates",
                    at: modelPath.key(key),
                    help: [attribute.type == .string ? "for the length write 'length: …'" : "remove '\(key)'"]
                )
                continue
            }
            if !value.fits(type) {
                error(
                    "the \(key) '\(value.text)' of '\(path)' is not \(type.rawValue.withArticle)",
                    at: modelPath.key(key),
                    help: ["write \(type.expectation)"]
                )
            }
        }
        if let minimum = attribute.minimum, let maximum = attribute.maximum, minimum.isGreater(than: maximum) {
            error(
                "the minimum '\(minimum.text)' of '\(path)' is greater than the maximum '\(maximum.text)'",
                at: modelPath.key("minimum"),
                help: ["swap them"]
            )
        } else if let value = attribute.defaultValue {
            if let minimum = attribute.minimum, minimum.isGreater(than: value) {
                warnOfDefault(value, path, "is less than the minimum '\(minimum.text)'", at: modelPath)
            }
            if let maximum = attribute.maximum, value.isGreater(than: maximum) {
                warnOfDefault(value, path, "is greater than the maximum '\(maximum.text)'", at: modelPath)
            }
        }
    }

    /// Checks the length and the pattern of a string.
    mutating func checkText(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        for key in attribute.setKeys(among: ["length", "pattern"]) where attribute.type != .string {
            error(
                "'\(path)' is \(attribute.type.name), and a \(key) is for strings",
                at: modelPath.key(key),
                help: ["remove '\(key)'"]
            )
        }
        guard attribute.type == .string else { return }
        var text: String?
        if case .string(let value)? = attribute.defaultValue { text = value }
        if let length = attribute.length { check(length, path, default: text, at: modelPath) }
        guard let pattern = attribute.pattern else { return }
        guard let whole = WholePattern(pattern) else {
            return error(
                "the pattern '\(pattern)' of '\(path)' is not a regular expression",
                at: modelPath.key("pattern"),
                help: ["write one in ICU's syntax, such as [A-Z]{2}[0-9]+"]
            )
        }
        // Matching a long default may take too long.
        if let text, text.utf16.count < 10_000, whole.matches(text, patience: &patience) == false {
            warnOfDefault(.string(text), path, "does not match the pattern '\(pattern)'", at: modelPath)
        }
    }

    private mutating func check(_ length: Length, _ path: ElementPath, default text: String?, at modelPath: ModelPath) {
        if let minimum = length.minimum, let maximum = length.maximum, minimum > maximum {
            return error(
                "the length '\(length.text)' of '\(path)' has a minimum above its maximum",
                at: modelPath.key("length"),
                help: ["write '\(maximum)...\(minimum)'"],
                fixes: replacing(length.text, with: "\(maximum)...\(minimum)", at: modelPath.key("length"))
            )
        }
        guard let text else { return }
        if let minimum = length.minimum, text.count < minimum {
            warnOfDefault(.string(text), path, "is shorter than the length '\(length.text)'", at: modelPath)
        }
        if let maximum = length.maximum, text.count > maximum {
            warnOfDefault(.string(text), path, "is longer than the length '\(length.text)'", at: modelPath)
        }
    }

    private mutating func warnOfDefault(
        _ value: Value,
        _ path: ElementPath,
        _ problem: String,
        at modelPath: ModelPath,
        line: Int = #line
    ) {
        warn(
            "the \(defaultName) '\(value.text)' of '\(path)' \(problem)",
            about: Topic("'\(value.text)'", line: line),
            at: modelPath.key("default"),
            notes: ["a new object is not valid until it has another value"],
            help: ["choose another default"]
        )
    }
}

extension ScalarType {
    /// Whether values of the type are numbers or dates.
    var isMeasured: Bool { isNumber || self == .date }
}

extension Value {
    /// Whether the value is greater than another one of the same type; false for types without an order.
    fileprivate func isGreater(than other: Value) -> Bool {
        switch (self, other) {
        case (.int(let one), .int(let two)): one > two
        case (.double(let one), .double(let two)), (.date(let one), .date(let two)): one > two
        case (.decimal(let one), .decimal(let two)): one > two
        default: false
        }
    }
}
