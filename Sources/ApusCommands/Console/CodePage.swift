import CApusVersion
import Foundation

/// The pages of the documentation's site, one per code.
///
/// The environment variable `APUS_SITE` names another site, such as a copy in a company's network.
enum CodePage {
    /// The address of a code's page; `nil` if the site is not known.
    static func address(of code: String) -> String? {
        let chosen = ProcessInfo.processInfo.environment["APUS_SITE"] ?? apus_site().map { String(cString: $0) }
        guard let site = chosen, site.hasPrefix("https://") || site.hasPrefix("http://"),
            site.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return "\(site.hasSuffix("/") ? String(site.dropLast()) : site)/\(code.lowercased()).html"
    }

    /// A text for a terminal in which the codes in brackets are links to their pages.
    static func linked(_ text: String) -> String {
        text.replacing(/\[(AP\d{3})\]/) { match in
            guard let address = address(of: String(match.1)) else { return String(match.0) }
            return "[\u{1B}]8;;\(address)\u{1B}\\\(match.1)\u{1B}]8;;\u{1B}\\]"
        }
    }
}
