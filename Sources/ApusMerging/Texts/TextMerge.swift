import ApusFiles
import ApusMigration
import ApusSchema
import ApusYAML

/// Puts the texts of three files together so that they say what is known already, each piece in the words of the side
/// that changed it, with all comments.
struct TextMerge {
    /// A piece on a side: its lines, and what it says.
    struct Piece {
        let block: TextBlock
        let value: YAMLValue?
    }

    /// The name in the merged file of a key that a side has under a path.
    let name: (SchemaMerge.Side, [String]) -> String
    /// Whether both sides changed what a path leads to, or something in it that is not taken apart.
    let isConflict: (_ path: [String], _ isApart: Bool) -> Bool
    /// What the sides are called where they conflict.
    let labels: Sides<String>
    /// The pieces that both sides changed, with what each says.
    private(set) var conflicts: [(path: [String], texts: Sides<[String]>)] = []

    init(
        labels: Sides<String>,
        name: @escaping (SchemaMerge.Side, [String]) -> String,
        isConflict: @escaping (_ path: [String], _ isApart: Bool) -> Bool
    ) {
        (self.labels, self.name, self.isConflict) = (labels, name, isConflict)
    }

    /// The lines of what is in a block.
    ///
    /// - Parameters:
    ///   - merged: What it is to say.
    ///   - pieces: What it was on the sides.
    ///   - path: Its path in the merged file.
    ///   - paths: Its path on each side.
    ///   - indentation: How far its keys stand from the left.
    /// - Returns: The lines.
    mutating func inside(
        _ merged: YAMLValue,
        _ pieces: Sides<Piece?>,
        _ path: [String],
        _ paths: Sides<[String]>,
        _ indentation: Int
    ) -> [String] {
        let keys: Sides<[(own: String, merged: String)]> = pieces.map { side, piece in
            (piece?.block.children ?? []).map { ($0.key, name(side, paths[side] + [$0.key])) }
        }
        var order: [String] = JSONMerge.order(
            keys.base.map(\.merged),
            keys.ours.map(\.merged),
            keys.theirs.map(\.merged)
        )
        let entries: [YAMLValue.Entry] = merged.entries
        for (number, entry) in entries.enumerated() where !order.contains(entry.key) {
            // An empty list that nobody wrote.
            if entry.value.isEmptyMapping { continue }
            let behind: Int? = entries[..<number].last.flatMap { order.firstIndex(of: $0.key) }
            order.insert(entry.key, at: behind.map { $0 + 1 } ?? 0)
        }
        var lines: [String] = []
        for key in order {
            let names = keys.map { _, keys in keys.first { $0.merged == key }?.own ?? key }
            let own = names.map { side, name in paths[side] + [name] }
            let found: Sides<Piece?> = pieces.map { side, piece in
                let name = names[side]
                guard let block = piece?.block.child(name) else { return nil }
                return Piece(block: block, value: piece?.value?.entries.first { $0.key == name }?.value)
            }
            let value: YAMLValue? = entries.first { $0.key == key }?.value
            lines += self.lines(key, value, found, path + [key], own, indentation, isElement: merged.isList)
        }
        let tails: Sides<[String]?> = pieces.map { $1?.block.tail }
        return lines + Self.comments(tails)
    }

    private mutating func lines(
        _ key: String,
        _ value: YAMLValue?,
        _ pieces: Sides<Piece?>,
        _ path: [String],
        _ paths: Sides<[String]>,
        _ indentation: Int,
        isElement: Bool
    ) -> [String] {
        guard let value else {
            let isSaid: Bool = [pieces.base, pieces.ours, pieces.theirs].contains { $0?.value != nil }
            return isSaid ? [] : unsaid(pieces, indentation)
        }
        let lead: [String] = Self.comments(pieces.map { $1.map { shifted($0.block, $0.block.lead, indentation) } })
        let blocks: [TextBlock] = [pieces.ours, pieces.theirs].compactMap { $0?.block }
        let canBeApart: Bool = !blocks.isEmpty && blocks.allSatisfy { $0.children != nil } && !value.entries.isEmpty
        // What one side removed and the other one changed is marked as a whole.
        let isGone: Bool = blocks.count == 1 && pieces.base != nil
        let isApart: Bool = canBeApart && !(isGone && isConflict(path, true))
        if isConflict(path, isApart) {
            let texts: Sides<[String]> = pieces.map { _, piece in
                piece.map { shifted($0.block, isApart ? $0.block.head : $0.block.body, indentation) } ?? []
            }
            conflicts.append((path, texts))
            return lead + marked(texts) + (isApart ? inner(value, pieces, path, paths, indentation) : [])
        }
        guard isApart else {
            if let side = sides(pieces, \.body).first(where: { $0.value == value && $0.block.key == key }) {
                let lines: [String] = shifted(side.block, side.block.body, indentation)
                return lead + keepingComments(lines, pieces.map { $1?.block.body }, indentation)
            }
            let written: YAMLValue = isElement ? .sequence([value]) : .mapping([YAMLValue.Entry(key, value)])
            return lead + canonical(written, pieces, indentation)
        }
        let head: [String] =
            sides(pieces, \.head).first { $0.block.key == key }.map {
                keepingComments(
                    shifted($0.block, $0.block.head, indentation),
                    pieces.map { $1?.block.head },
                    indentation
                )
            }
            ?? commented(
                [String(repeating: " ", count: indentation) + "\(YAMLWriter.key(key)):"],
                pieces.map { $1?.block.head },
                indentation
            )
        return lead + head + inner(value, pieces, path, paths, indentation)
    }

    private mutating func inner(
        _ value: YAMLValue,
        _ pieces: Sides<Piece?>,
        _ path: [String],
        _ paths: Sides<[String]>,
        _ indentation: Int
    ) -> [String] {
        let inner: Int? = [pieces.ours, pieces.theirs].compactMap { piece in
            piece.flatMap { one in one.block.children?.first.map { $0.indentation - one.block.indentation } }
        }.first
        return inside(value, pieces, path, paths, indentation + (inner ?? 2))
    }

    /// What says what is usual anyway, and so is in no value: the lines decide.
    private func unsaid(_ pieces: Sides<Piece?>, _ indentation: Int) -> [String] {
        let texts: Sides<[String]?> = pieces.map {
            $1.map { shifted($0.block, $0.block.lead + $0.block.body, indentation) }
        }
        if texts.ours == texts.theirs || texts.theirs == texts.base { return texts.ours ?? [] }
        return (texts.ours == texts.base ? texts.theirs : texts.ours ?? texts.theirs) ?? []
    }

    /// The pieces of both sides, the one that has other lines than the base first.
    private func sides(_ pieces: Sides<Piece?>, _ lines: KeyPath<TextBlock, [String]>) -> [Piece] {
        let isOursAsBefore: Bool = pieces.ours?.block[keyPath: lines] == pieces.base?.block[keyPath: lines]
        return (isOursAsBefore ? [pieces.theirs, pieces.ours] : [pieces.ours, pieces.theirs]).compactMap { $0 }
    }

    /// What no side says in these words.
    private func canonical(_ value: YAMLValue, _ pieces: Sides<Piece?>, _ indentation: Int) -> [String] {
        let text: String = YAMLWriter.write(value)
        let space = String(repeating: " ", count: indentation)
        let lines: [String] = TextBlock.lines(of: text).map { $0.isEmpty ? $0 : space + $0 }
        return commented(lines, pieces.map { $1?.block.body }, indentation)
    }

    /// Lines that no side has, with the comments that stood in those that they stand for.
    private func commented(_ lines: [String], _ texts: Sides<[String]?>, _ indentation: Int) -> [String] {
        let comments: [String] = Self.comments(texts.map { $1.map(Self.comments(in:)) })
        if lines.count == 1, comments.count < 2 { return lines.map { ([$0] + comments).joined(separator: "  ") } }
        return comments.map { String(repeating: " ", count: indentation) + $0 } + lines
    }

    /// The lines of one side, with the comments that the other side wrote in them: behind the first line where there is
    /// room, else above.
    private func keepingComments(_ lines: [String], _ texts: Sides<[String]?>, _ indentation: Int) -> [String] {
        let kept: [String] = Self.comments(in: lines)
        let missing: [String] = Self.comments(texts.map { $1.map(Self.comments(in:)) }).filter { !kept.contains($0) }
        guard let first = lines.first, !missing.isEmpty else { return lines }
        let hasRoom: Bool = Self.comment(first) == nil && (lines.count == 1 || first.hasSuffix(":"))
        if missing.count == 1, hasRoom { return ["\(first)  \(missing[0])"] + lines.dropFirst() }
        return missing.map { String(repeating: " ", count: indentation) + $0 } + lines
    }

    /// The comments of some lines; in a block of text a '#' is one of its letters.
    private static func comments(in lines: [String]) -> [String] {
        var block: Int?
        return lines.compactMap { line in
            let indentation: Int = line.prefix { $0 == " " }.count
            if let start = block, indentation > start || line.isEmpty { return nil }
            block = [": |", ": >", ": |-", ": >-", ": |+", ": >+"].contains(where: line.hasSuffix) ? indentation : nil
            return comment(line)
        }
    }

    /// The comment behind what a line says.
    private static func comment(_ line: String) -> String? {
        var quote: Character?
        var previous: Character = " "
        for index in line.indices {
            let character: Character = line[index]
            if let open = quote {
                if character == open, previous != "\\" { quote = nil }
            } else if character == "\"" || character == "'", " [{,:".contains(previous) {
                quote = character
            } else if character == "#", previous == " " {
                return String(line[index...])
            }
            previous = character
        }
        return nil
    }

    private func shifted(_ block: TextBlock, _ lines: [String], _ indentation: Int) -> [String] {
        let by: Int = indentation - block.indentation
        if by == 0 { return lines }
        if by > 0 {
            let space = String(repeating: " ", count: by)
            return lines.map { $0.isEmpty ? $0 : space + $0 }
        }
        return lines.map { line in String(line.dropFirst(min(-by, line.prefix { $0 == " " }.count))) }
    }

    /// Comments are never lost: where both sides have others than the base, those of both stand.
    private static func comments(_ texts: Sides<[String]?>) -> [String] {
        let (base, ours, theirs) = (texts.base ?? [], texts.ours, texts.theirs)
        guard let ours else { return theirs ?? [] }
        guard let theirs else { return ours }
        if ours == theirs || theirs == base { return ours }
        if ours == base { return theirs }
        return ours + theirs.filter { !ours.contains($0) && !base.contains($0) }
    }

    private func marked(_ texts: Sides<[String]>) -> [String] {
        ["<<<<<<< \(labels.ours)"] + texts.ours + ["||||||| \(labels.base)"] + texts.base + ["======="] + texts.theirs
            + [">>>>>>> \(labels.theirs)"]
    }
}
