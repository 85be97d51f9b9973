package import ApusReports

/// A report as one HTML file that needs no other, no network and no script.
package struct SheetPage: Sendable {
    /// The title.
    package let title: String
    /// The report.
    package let sheet: Sheet

    /// Creates a page.
    package init(title: String, _ sheet: Sheet) {
        self.title = title
        self.sheet = sheet
    }

    /// The file.
    package var text: String {
        HTMLFile(title: title, style: [PackageResources.page_css, PackageResources.sheet_css]).text { markup in
            markup.block("header") { $0.line("h1", [:], title) }
            markup.block("main", ["class": "report"]) { $0.add(sheet) }
        }
    }
}
