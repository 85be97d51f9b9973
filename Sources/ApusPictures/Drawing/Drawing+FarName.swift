extension Drawing {
    /// Adds the name as large as the card allows, for a view from far away: in up to three lines that begin at the name's words.
    /// Below it are the numbers of changes.
    func addFarName(
        _ header: CardDrawing.Header,
        width: Int,
        height: Int,
        middle: Int,
        to markup: inout Markup
    ) {
        let (name, tally) = (header.card.name, header.tally)
        let words = name.humps
        let below = (tally.signs.isEmpty ? 0 : 0.8) + (tally.urgent.isEmpty ? 0 : 1)
        let space = Double(width - 28)
        var best: (size: Double, lines: [String]) = (0, [name])
        for count in 1...max(1, min(3, words.count)) {
            let lines = words.joined(into: count)
            let widest = lines.map { TextStyle(size: 100, isStrong: true).width(of: $0) }.max() ?? 1
            let tallest = Double(max(height, CardMetrics.headerHeight)) * 0.84 / (Double(lines.count) * 1.12 + below)
            let size = min(space * 100 / Double(max(widest, 1)), tallest, 56)
            // Fewer lines read better, unless more make it much larger.
            if size > best.size * 1.15 { best = (size, lines) }
        }
        let size = Int(best.size.rounded(.down))
        markup.line(
            "g",
            [
                "class": "far", "transform": "translate(\(width / 2) \(middle))",
                "font-size": "\(size)",
            ]
        ) { markup in
            for (line, text) in best.lines.enumerated() {
                let y = 1.12 * (Double(line) - Double(best.lines.count - 1) / 2) + 0.35 - below / 2
                markup.element("text", ["y": "\(Int((Double(size) * y).rounded()))"], text)
            }
            // Half as large as the name.
            let small = size * 3 / 5
            var y = Double(size) * (1.12 * Double(best.lines.count) / 2 + 0.55 - below / 2)
            if !tally.signs.isEmpty {
                markup.line("text", ["class": "tally", "y": "\(Int(y))", "font-size": "\(small)"]) { markup in
                    for (index, part) in tally.signs.enumerated() {
                        markup.element(
                            "tspan",
                            ["class": part.sign.word, "dx": index == 0 ? nil : "\(small / 2)"],
                            part.text
                        )
                    }
                }
                y += Double(size) * 0.95
            }
            if !tally.urgent.isEmpty {
                let pill = TextStyle(size: Double(small), isStrong: true).width(of: tally.urgent) + small
                markup.void(
                    "rect",
                    [
                        "class": "loss", "x": "\(-pill / 2)", "y": "\(Int(y) - small * 11 / 10)", "width": "\(pill)",
                        "height": "\(small * 3 / 2)", "rx": "\(small / 3)",
                    ]
                )
                markup.line("text", ["class": "loss-text", "y": "\(Int(y))", "font-size": "\(small)"], tally.urgent)
            }
        }
    }
}

extension String {
    /// The words of a name: `CDMessageBody` has three, `order_item` two.
    fileprivate var humps: [String] {
        var humps: [String] = []
        var previous: Character = "_"
        let characters = Array(self)
        for (index, character) in characters.enumerated() {
            let startsWord =
                character.isUppercase
                && (!previous.isUppercase || (index + 1 < characters.count && characters[index + 1].isLowercase))
            if humps.isEmpty || startsWord || (previous == "_" && character != "_") {
                humps.append(String(character))
            } else {
                humps[humps.count - 1].append(character)
            }
            previous = character
        }
        return humps
    }
}

extension [String] {
    /// Joins neighbours into at most a number of lines that are about equally long.
    fileprivate func joined(into count: Int) -> [String] {
        guard count > 1 else { return [joined()] }
        let goal = Double(reduce(0) { $0 + $1.count }) / Double(count)
        var lines: [String] = [""]
        var length = 0
        for word in self {
            let isPastGoal = Double(length) + Double(word.count) / 2 > goal * Double(lines.count)
            if isPastGoal, lines.count < count, lines[lines.count - 1] != "" { lines.append("") }
            lines[lines.count - 1] += word
            length += word.count
        }
        return lines
    }
}
