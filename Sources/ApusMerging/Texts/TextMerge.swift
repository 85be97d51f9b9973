import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import ApusYAML

/// Merges the texts of three files whose merged value is known. Each piece is taken from the side that changed it, and
/// all comments are kept.
struct TextMerge {
    /// A piece on a side: its lines and its value.
    struct Piece {
        let block: TextBlock
        let value: YAMLValue?
    }

    /// The name in the merged file of a key at a path on a side.
    let name: (SchemaMerge.Side, [String]) -> String
    /// Whether both sides changed the value at a path, or something in it that is not split.
    let isConflict: (_ path: [String], _ isApart: Bool) -> Bool
    /// The names of the sides in conflicts.
    let labels: Sides<String>
    /// The pieces that both sides changed, with the lines of each.
    private(set) var conflicts: [(path: [String], texts: Sides<[String]>)] = []

    init(
        labels: Sides<String>,
        name: @escaping (SchemaMerge.Side, [String]) -> String,
        isConflict: @escaping (_ path: [String], _ isApart: Bool) -> Bool
    ) {
        (self.labels, self.name, self.isConflict) = (labels, name, isConflict)
    }

    /// A block to merge.
    struct Block {
        /// The pieces of the sides.
        let pieces: Sides<Piece?>
        /// The block's path in the merged file.
        let path: [String]
        /// The block's path on each side.
        let paths: Sides<[String]>
        /// The indentation of its lines.
        let indentation: Int
    }

    /// The lines of a block's children.
    ///
    /// - Parameters:
    ///   - merged: The merged value.
    ///   - block: The block, with the indentation of the children.
    /// - Returns: The lines.
    mutating func children(of merged: YAMLValue, in block: Block) -> [String] {
        let (pieces, paths) = (block.pieces, block.paths)
        let keys: Sides<[(own: String, merged: String)]> = pieces.map { side, piece in
            (piece?.block.children ?? []).map { ($0.key, name(side, paths[side] + [$0.key])) }
        }
        var order: [String] = JSONMerge.order(
            base: keys.base.map(\.merged),
            ours: keys.ours.map(\.merged),
            theirs: keys.theirs.map(\.merged)
        )
        let entries: [YAMLValue.Entry] = merged.entries
        for (number, entry) in entries.enumerated() where !order.contains(entry.key) {
            // An empty list that neither side wrote.
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
            let child = Block(pieces: found, path: block.path + [key], paths: own, indentation: block.indentation)
            lines += self.lines(of: key, value, in: child, isElement: merged.isList)
        }
        let tails: Sides<[String]?> = pieces.map { $1?.block.tail }
        return lines + Self.comments(tails)
    }

    private mutating func lines(
        of key: String,
        _ value: YAMLValue?,
        in block: Block,
        isElement: Bool
    ) -> [String] {
        let (pieces, path, indentation) = (block.pieces, block.path, block.indentation)
        guard let value else {
            let isSaid = [pieces.base, pieces.ours, pieces.theirs].contains { $0?.value != nil }
            return isSaid ? [] : unsaid(pieces, indentation)
        }
        let lead: [String] = Self.comments(pieces.map { $1.map { shifted($0.block, $0.block.lead, indentation) } })
        let blocks: [TextBlock] = [pieces.ours, pieces.theirs].compactMap { $0?.block }
        let canBeApart = !blocks.isEmpty && blocks.allSatisfy { $0.children != nil } && !value.entries.isEmpty
        // A piece that one side removed and the other one changed is marked as a whole.
        let isGone = blocks.count == 1 && pieces.base != nil
        let isApart = canBeApart && !(isGone && isConflict(path, true))
        if isConflict(path, isApart) {
            let texts: Sides<[String]> = pieces.map { _, piece in
                piece.map { shifted($0.block, isApart ? $0.block.head : $0.block.body, indentation) } ?? []
            }
            conflicts.append((path, texts))
            return lead + marked(texts) + (isApart ? indentedChildren(of: value, in: block) : [])
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
        return lead + head + indentedChildren(of: value, in: block)
    }

    private mutating func indentedChildren(of value: YAMLValue, in block: Block) -> [String] {
        let step: Int? = [block.pieces.ours, block.pieces.theirs].compactMap { piece in
            piece.flatMap { one in one.block.children?.first.map { $0.indentation - one.block.indentation } }
        }.first
        let indentation = block.indentation + (step ?? 2)
        return children(
            of: value,
            in: Block(pieces: block.pieces, path: block.path, paths: block.paths, indentation: indentation)
        )
    }

    /// The lines of a key that only states a default, and therefore is in no value: they are merged as text.
    private func unsaid(_ pieces: Sides<Piece?>, _ indentation: Int) -> [String] {
        let texts: Sides<[String]?> = pieces.map {
            $1.map { shifted($0.block, $0.block.lead + $0.block.body, indentation) }
        }
        let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
        if Self.isSame(ours, theirs) || Self.isSame(theirs, base) { return ours ?? [] }
        return (Self.isSame(ours, base) ? theirs : ours ?? theirs) ?? []
    }

    /// The pieces of both sides, the one whose lines differ from the base first.
    private func sides(_ pieces: Sides<Piece?>, _ lines: KeyPath<TextBlock, [String]>) -> [Piece] {
        let isOursAsBefore = Self.isSame(pieces.ours?.block[keyPath: lines], pieces.base?.block[keyPath: lines])
        return (isOursAsBefore ? [pieces.theirs, pieces.ours] : [pieces.ours, pieces.theirs]).compactMap { $0 }
    }

    /// The lines of a value that no side has written in this form.
    private func canonical(_ value: YAMLValue, _ pieces: Sides<Piece?>, _ indentation: Int) -> [String] {
        let text: String = YAMLWriter.write(value)
        let space = String(repeating: " ", count: indentation)
        let lines: [String] = TextBlock.lines(of: text).map { $0.isEmpty ? $0 : space + $0 }
        return commented(lines, pieces.map { $1?.block.body }, indentation)
    }

    /// Lines that no side has, with the comments of the lines that they replace.
    private func commented(_ lines: [String], _ texts: Sides<[String]?>, _ indentation: Int) -> [String] {
        let comments: [String] = Self.comments(texts.map { $1.map(Self.comments(in:)) })
        if lines.count == 1, comments.count < 2 { return lines.map { ([$0] + comments).joined(separator: "  ") } }
        return comments.map { String(repeating: " ", count: indentation) + $0 } + lines
    }

    /// The lines of one side with the comments of the other side: after the first line if it can have one, else above.
    private func keepingComments(_ lines: [String], _ texts: Sides<[String]?>, _ indentation: Int) -> [String] {
        let kept: [String] = Self.comments(in: lines)
        let missing: [String] = Self.comments(texts.map { $1.map(Self.comments(in:)) }).filter { !kept.contains($0) }
        guard let first = lines.first, !missing.isEmpty else { return lines }
        let canHaveComment = Self.comment(first) == nil && (lines.count == 1 || first.hasSuffix(":"))
        if missing.count == 1, canHaveComment { return ["\(first)  \(missing[0])"] + lines.dropFirst() }
        return missing.map { String(repeating: " ", count: indentation) + $0 } + lines
    }

    /// The comments of some lines. In a block scalar, a '#' is part of the text.
    private static func comments(in lines: [String]) -> [String] {
        var block: Int?
        return lines.compactMap { line in
            let indentation = line.prefix { $0 == " " }.count
            if let start = block, indentation > start || line.isEmpty { return nil }
            block = [": |", ": >", ": |-", ": >-", ": |+", ": >+"].contains(where: line.hasSuffix) ? indentation : nil
            return comment(line)
        }
    }

    /// The comment at the end of a line.
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

    /// Merges comments. If both sides changed them, those of both are kept.
    private static func comments(_ texts: Sides<[String]?>) -> [String] {
        let (base, ours, theirs) = (texts.base ?? [], texts.ours, texts.theirs)
        guard let ours else { return theirs ?? [] }
        guard let theirs else { return ours }
        if ours.isSame(as: theirs) || theirs.isSame(as: base) { return ours }
        if ours.isSame(as: base) { return theirs }
        return ours + theirs.filter { !ours.contains($0) && !base.contains($0) }
    }

    private static func isSame(_ one: [String]?, _ other: [String]?) -> Bool {
        if let one, let other { one.isSame(as: other) } else { one == nil && other == nil }
    }

    private func marked(_ texts: Sides<[String]>) -> [String] {
        ["<<<<<<< \(labels.ours)"] + texts.ours + ["||||||| \(labels.base)"] + texts.base + ["======="] + texts.theirs
            + [">>>>>>> \(labels.theirs)"]
    }
}
