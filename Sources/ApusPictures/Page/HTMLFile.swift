import ApusSchema
import Foundation

/// An HTML file that needs no other. It is XML as well, but for its style and script. Nothing is loaded, and only its own style and
/// script are applied: nothing that a model, a store or a mapping contains can be.
struct HTMLFile {
    /// The title.
    let title: String
    /// The style.
    let style: String
    /// The script; `nil` if it has none.
    let script: String?

    /// Creates a file from resources.
    init(title: String, style: [[UInt8]], script: [UInt8]? = nil) {
        self.title = title
        self.style = style.map { String(decoding: $0, as: UTF8.self) }.joined()
        self.script = script.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the text of the file.
    ///
    /// - Parameter body: Adds what is shown.
    /// - Returns: The text, ending with a line break.
    func text(_ body: (inout Markup) -> Void) -> String {
        var markup = Markup()
        markup.add(own: "<!DOCTYPE html>")
        markup.block("html", ["lang": "en"]) { markup in
            markup.block("head") { head(&$0) }
            markup.block("body") { markup in
                body(&markup)
                if let script { markup.line("script", ["type": "module"]) { $0.add(own: script) } }
            }
        }
        return markup.text + "\n"
    }

    private func head(_ markup: inout Markup) {
        markup.void("meta", ["charset": "utf-8"])
        markup.void("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
        markup.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        markup.void("meta", ["name": "color-scheme", "content": "light dark"])
        markup.void("meta", ["name": "generator", "content": "apus"])
        markup.line("title", [:], title)
        markup.void("link", ["rel": "icon", "href": Self.icon])
        markup.line("style") { $0.add(own: style) }
    }

    private var policy: String {
        "default-src 'none'; style-src '\(Self.digest(style))'; script-src \(script.map { "'\(Self.digest($0))'" } ?? "'none'"); "
            + "img-src data:; base-uri 'none'; form-action 'none'"
    }

    private static func digest(_ text: String) -> String {
        "sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())"
    }

    /// The mark of Apus, as an address.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E%3Cpath fill='%233a86b8' d='M32 15c3 1.6 5.2 "
        + "3.6 7.6 4.3C51 19.4 59.6 27.2 63 41.5 55.8 31.6 48.4 28.3 39.7 30c-1.7 5.4-2.7 10.6-1.9 23.5L32 45.2l-5.8 8.3c.8-12.9-.2-18.1"
        + "-1.9-23.5C15.6 28.3 8.2 31.6 1 41.5 4.4 27.2 13 19.4 24.4 19.3 26.8 18.6 29 16.6 32 15z'/%3E%3C/svg%3E"
}
