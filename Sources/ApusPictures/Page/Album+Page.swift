extension Album {
    /// The album as one HTML file that needs no other and no network: the picture, its facts as tables, and a script that shows other
    /// frames, searches and moves.
    package var page: String {
        Page(drawing: Drawing(self)).text
    }
}

/// An album as an HTML file.
struct Page {
    /// What is drawn.
    let drawing: Drawing

    var album: Album { drawing.album }

    /// The index of the frame that is shown first.
    var first: Int { album.frames.indices.contains(album.first) ? album.first : 0 }

    /// The file.
    var text: String {
        HTMLFile(
            title: album.title,
            style: [PackageResources.picture_css, PackageResources.page_css, PackageResources.sheet_css],
            script: PackageResources.page_js
        ).text { markup in
            header(&markup)
            markup.block("main") { markup in
                stage(&markup)
                panel(&markup)
            }
            markup.line("script", ["type": "application/json", "id": "ui-data"]) { $0.add(own: numbers) }
        }
    }

    private func stage(_ markup: inout Markup) {
        markup.block("div", ["class": "stage"]) { markup in
            markup.block(
                "svg",
                [
                    "id": "ui-picture", "class": "picture", "viewBox": drawing.viewBox, "role": "group",
                    "aria-label": "\(album.title), drawn", "aria-describedby": "ui-help",
                ]
            ) { drawing.add(first, for: .page, to: &$0) }
            markup.line(
                "p",
                ["id": "ui-help", "class": "spoken"],
                "Arrow up and down go to the previous and the next card, Enter opens its facts, Escape closes them. "
                    + "The button Tables shows the same facts as tables."
            )
            markup.block("div", ["class": "zoom tool", "role": "group", "aria-label": "Zoom"]) { markup in
                button("zoom-in", "Zoom in", title: "Zoom in (+)", icon: "M8 3.5v9M3.5 8h9", &markup)
                button("zoom-out", "Zoom out", title: "Zoom out (−)", icon: "M3.5 8h9", &markup)
                button(
                    "fit",
                    "Show all",
                    title: "Show all (0)",
                    icon: "M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10M10 13.5h3.5V10",
                    &markup
                )
            }
            if album.frames.count > 1 { timeline(&markup) }
        }
    }

    /// Adds a button with a picture of 16 by 16.
    func button(
        _ id: String,
        _ label: String,
        title: String? = nil,
        icon: String,
        _ markup: inout Markup
    ) {
        markup.line("button", ["type": "button", "id": "ui-\(id)", "aria-label": label, "title": title ?? label]) {
            markup in
            self.icon(icon, &markup)
        }
    }

    /// Adds a picture of 16 by 16.
    func icon(_ data: String, _ markup: inout Markup) {
        markup.element("svg", ["class": "icon", "viewBox": "0 0 16 16", "aria-hidden": "true"]) { markup in
            markup.element("path", ["d": data], "")
        }
    }
}
