import ApusLayout

extension Album {
    /// Returns a frame as an SVG file that needs nothing else.
    package func svg(of frame: Int) -> String {
        Drawing(self).svg(of: frame)
    }
}

extension Drawing {
    /// Returns a frame as an SVG file.
    func svg(of frame: Int) -> String {
        var markup = Markup()
        let margin = CardMetrics.margin
        let caption = album.frames[frame]
        markup.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "class": "picture",
                "viewBox": viewBox,
                "width": "\(placement.width + 2 * margin)",
                "height": "\(placement.height + 2 * margin)",
                "role": "img",
            ]
        ) { markup in
            let isSaid = caption.label.isEmpty || album.title.contains(caption.label)
            markup.line("title", [:], isSaid ? album.title : "\(album.title): \(caption.label)")
            markup.line("desc", [:], caption.summary)
            markup.line("style") { $0.add(own: String(decoding: PackageResources.picture_css, as: UTF8.self)) }
            markup.void(
                "rect",
                [
                    "class": "ground", "x": "\(-margin)", "y": "\(-margin)", "width": "100%", "height": "100%",
                ]
            )
            add(frame, for: .file, to: &markup)
            markup.add(own: "\n")
        }
        return markup.text + "\n"
    }

    /// Adds the lines and the cards of a frame.
    func add(_ frame: Int, for purpose: Purpose, to markup: inout Markup) {
        markup.block("g", ["class": "edges"]) { markup in
            for (index, edge) in edges.enumerated() {
                let path = path(of: index, in: frame)
                if path == nil, purpose == .file { continue }
                let sign = edge.states[frame].flatMap(\.sign)
                markup.void(
                    "path",
                    [
                        "class": ["edge", edge.kind.rawValue, sign?.word].compactMap { $0 }.joined(separator: " "),
                        "d": path?.data ?? "",
                        "display": path == nil ? "none" : nil,
                        "data-edge": purpose == .page ? "\(index)" : nil,
                    ]
                )
            }
        }
        markup.block("g", ["class": "cards"]) { markup in
            for index in cards.indices { add(card: index, of: frame, for: purpose, to: &markup) }
        }
    }
}
