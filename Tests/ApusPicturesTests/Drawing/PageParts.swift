import Foundation

/// A page or a drawing, taken apart: what is XML, and the texts of its styles and scripts, which are not.
struct PageParts {
    /// All but the texts, and without their digests.
    private(set) var markup: String
    /// The texts of `style` elements.
    private(set) var styles: [String]
    /// The texts of `script` elements; the first one is JSON.
    private(set) var scripts: [String]

    init(_ text: String) {
        (markup, styles) = Self.take("style", from: text)
        (markup, scripts) = Self.take("script", from: markup)
        markup = markup.replacing(/sha256-[A-Za-z0-9+\/]+=*/, with: "sha256-…")
    }

    /// A browser ends these elements at the first end tag, whatever is before it.
    private static func take(_ name: String, from text: String) -> (rest: String, texts: [String]) {
        var (rest, texts) = ("", [String]())
        var remaining = text[...]
        while let start = remaining.range(of: "<\(name)"),
            let open = remaining[start.upperBound...].firstIndex(of: ">"),
            let end = remaining[open...].range(of: "</\(name)>")
        {
            texts.append(String(remaining[remaining.index(after: open)..<end.lowerBound]))
            rest += remaining[...open]
            remaining = remaining[end.lowerBound...].dropFirst(0)
            rest += remaining.prefix(upTo: end.upperBound)
            remaining = remaining[end.upperBound...]
        }
        return (rest + remaining, texts)
    }
}
