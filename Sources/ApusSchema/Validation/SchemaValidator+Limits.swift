import Foundation

extension SchemaValidator {
    /// Checks the least and the greatest value.
    mutating func checkLimits(of attribute: Attribute, _ path: ElementPath, at place: ModelPath) {
        let limits: [(String, Value?)] = [("minimum", attribute.minimum), ("maximum", attribute.maximum)]
        for (key, value) in limits {
            guard let value else { continue }
            guard let type = attribute.type.scalar, type.isMeasured else {
                error(
                    "'\(path)' is \(attribute.type.name), and a \(key) is for numbers and dates",
                    at: place.key(key),
                    help: [attribute.type == .string ? "for how long a text is write 'length: …'" : "remove '\(key)'"]
                )
                continue
            }
            if !value.fits(type) {
                error(
                    "the \(key) '\(value.text)' of '\(path)' is no \(type.rawValue)",
                    at: place.key(key),
                    help: ["write \(type.expectation)"]
                )
            }
        }
        if let minimum = attribute.minimum, let maximum = attribute.maximum, minimum.isGreater(than: maximum) {
            error(
                "the minimum '\(minimum.text)' of '\(path)' is greater than the maximum '\(maximum.text)'",
                at: place.key("minimum"),
                help: ["exchange them"]
            )
        } else if let value = attribute.defaultValue {
            if let minimum = attribute.minimum, minimum.isGreater(than: value) {
                warnOfDefault(value, path, "is less than the minimum '\(minimum.text)'", at: place)
            }
            if let maximum = attribute.maximum, value.isGreater(than: maximum) {
                warnOfDefault(value, path, "is greater than the maximum '\(maximum.text)'", at: place)
            }
        }
    }

    /// Checks the length and the pattern of a text.
    mutating func checkText(of attribute: Attribute, _ path: ElementPath, at place: ModelPath) {
        for key in attribute.said(of: ["length", "pattern"]) where attribute.type != .string {
            error(
                "'\(path)' is \(attribute.type.name), and a \(key) is for texts",
                at: place.key(key),
                help: ["remove '\(key)'"]
            )
        }
        guard attribute.type == .string else { return }
        var text: String?
        if case .string(let value)? = attribute.defaultValue { text = value }
        if let length = attribute.length { check(length, path, default: text, at: place) }
        guard let pattern = attribute.pattern else { return }
        guard let whole = WholePattern(pattern) else {
            return error(
                "the pattern '\(pattern)' of '\(path)' is no regular expression",
                at: place.key("pattern"),
                help: ["write one in ICU's syntax, such as [A-Z]{2}[0-9]+"]
            )
        }
        // A long default may take too long to be tried.
        if let text, text.utf16.count < 10_000, whole.matches(text, patience: &patience) == false {
            warnOfDefault(.string(text), path, "does not match the pattern '\(pattern)'", at: place)
        }
    }

    private mutating func check(_ length: Length, _ path: ElementPath, default text: String?, at place: ModelPath) {
        if let minimum = length.minimum, let maximum = length.maximum, minimum > maximum {
            return error(
                "the length '\(length.text)' of '\(path)' goes from the greater number to the less",
                at: place.key("length"),
                help: ["write '\(maximum)...\(minimum)'"],
                fixes: replacing(length.text, with: "\(maximum)...\(minimum)", at: place.key("length"))
            )
        }
        guard let text else { return }
        if let minimum = length.minimum, text.count < minimum {
            warnOfDefault(.string(text), path, "is shorter than the length '\(length.text)' says", at: place)
        }
        if let maximum = length.maximum, text.count > maximum {
            warnOfDefault(.string(text), path, "is longer than the length '\(length.text)' says", at: place)
        }
    }

    private mutating func warnOfDefault(_ value: Value, _ path: ElementPath, _ problem: String, at place: ModelPath) {
        warn(
            "the default '\(value.text)' of '\(path)' \(problem)",
            at: place.key("default"),
            notes: ["a new object is not valid until it has another value"],
            help: ["choose another default"]
        )
    }
}

extension ScalarType {
    /// Whether values of the type are numbers or moments.
    var isMeasured: Bool { isNumber || self == .date }
}

extension Value {
    /// Whether the value is greater than another of the same type; false where they have no order.
    fileprivate func isGreater(than other: Value) -> Bool {
        switch (self, other) {
        case (.int(let one), .int(let two)): one > two
        case (.double(let one), .double(let two)), (.date(let one), .date(let two)): one > two
        case (.decimal(let one), .decimal(let two)): one > two
        default: false
        }
    }
}
