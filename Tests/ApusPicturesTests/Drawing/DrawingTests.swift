import ApusLayout
import Testing

@testable import ApusPictures

struct DrawingTests {
    private let drawing = Drawing(SampleAlbum().album)

    @Test func equalRowsAreDrawnOnce() throws {
        let trip = try #require(drawing.cards.first { $0.id == 0 })
        #expect(trip.states.count == 3)
        let names = trip.states.map { $0?.rows.map { trip.rows[$0].name } }
        #expect(names[0] == ["name", "startDate", "seats", "code", "stops", "unique"])
        #expect(names[1] == ["name", "startDate", "code", "stops"])
        #expect(names[2] == ["name"])
        // 'name' and 'stops' are the same everywhere, 'startDate' and 'code' are not.
        #expect(
            trip.rows.map(\.name) == ["name", "startDate", "seats", "code", "stops", "unique", "startDate", "code"]
        )
    }

    @Test func equalRowsOfOneFrameAreBothDrawn() {
        var card = Picture.Card(id: 1, name: "A")
        card.rows = [Picture.Row(.index, "index", "a"), Picture.Row(.index, "index", "a")]
        let drawing = Drawing(
            Album(
                model: "M",
                title: "M",
                frames: [.init("1", "", Picture(cards: [card])), .init("2", "", Picture(cards: [card]))]
            )
        )
        #expect(drawing.cards[0].rows.count == 2)
        #expect(drawing.cards[0].states.map { $0?.rows } == [[0, 1], [0, 1]])
    }

    @Test func aCardHasAtMostSoManyRowsAndKeepsWhatChanges() throws {
        var card = Picture.Card(id: 1, kind: .enumeration, name: "A")
        card.rows = (0..<5000).map { Picture.Row(.value, "c\($0)", "") }
        card.rows[4321].sign = .added
        card.rows[4900].notes = [.init(.refused, "no")]
        card.rows[2000].kind = .relationship
        let end = Picture.Edge.End(card: 1, row: 2000, count: .one)
        let hidden = Picture.Edge.End(card: 1, row: 3000, count: .one)
        let picture = Picture(cards: [card], edges: [.init(.relationship, from: end, to: hidden)])
        let drawn = Drawing(Album(model: "M", title: "M", frames: [.init("1", "", picture)])).cards[0]
        #expect(drawn.rows.count == 401)
        #expect(drawn.rows[397..<401].map(\.name) == ["c2000", "c4321", "c4900", "… 4,600 more"])
        let state = try #require(drawn.states[0])
        #expect(state.index(ofRow: 2000) == 397 && state.index(ofRow: 3000) == 400)
        #expect(drawn.headers[0].tally.rows == [.added: 1] && drawn.headers[0].tally.refused == 1)
        #expect(drawn.middle(ofRow: 3000, in: state) > drawn.middle(ofRow: 2000, in: state))
        card.rows = card.rows.map { row in
            var row = row
            row.sign = .removed
            return row
        }
        #expect(card.drawnRows.rows.last?.type == "4,600 changed")
        card.rows = Array(card.rows.prefix(400))
        #expect(card.drawnRows.rows == card.rows)
    }

    @Test func aLocationMakesNoOtherRowAndTheNewestIsKept() {
        let frames = (1...3).map { version in
            var card = Picture.Card(id: 1, name: "A")
            card.rows = [Picture.Row(.attribute, "a", "string")]
            card.source = Picture.Source(file: "\(version).yaml", line: version)
            card.rows[0].source = Picture.Source(file: "\(version).yaml", line: version + 1)
            return Album.Frame("\(version)", "", Picture(cards: [card]))
        }
        let card = Drawing(Album(model: "M", title: "M", frames: frames)).cards[0]
        #expect(card.rows.map(\.source?.file) == ["3.yaml"])
        #expect(card.headers.map(\.card.source?.file) == ["3.yaml"])
    }

    @Test func aCardHasTheGreatestHeightOfItsFrames() throws {
        let index = try #require(drawing.cards.firstIndex { $0.id == 1 })
        let stop = drawing.cards[index]
        #expect(stop.states.map { $0.map(stop.height(in:)) } == [38, 38, 38 + 23 + 2 * 18 + 23 + 8])
        #expect(stop.height == 128)
        // Nothing lies below another card, whatever a frame shows.
        for (a, first) in drawing.cards.indices.enumerated() {
            for second in drawing.cards.indices.dropFirst(a + 1) {
                let (p, q) = (drawing.placement.positions[first], drawing.placement.positions[second])
                let isBeside = p.x + drawing.widths[first] <= q.x || q.x + drawing.widths[second] <= p.x
                let isBelow = p.y + drawing.cards[first].height <= q.y || q.y + drawing.cards[second].height <= p.y
                #expect(isBeside || isBelow)
            }
        }
    }

    @Test func anEdgeKeepsItsIdentity() {
        // Over renames, and if its ends are exchanged.
        func picture(_ name: String, former: String?, isExchanged: Bool) -> Picture {
            var (a, b) = (Picture.Card(id: 7, name: "A"), Picture.Card(id: 3, name: "B"))
            var row = Picture.Row(.relationship, name, "to B")
            row.formerName = former
            a.rows = [row]
            b.rows = [Picture.Row(.attribute, "x", "string"), Picture.Row(.relationship, "as", "to many A")]
            let ends = [
                Picture.Edge.End(card: 7, row: 0, count: .many), Picture.Edge.End(card: 3, row: 1, count: .one),
            ]
            let edge = Picture.Edge(.relationship, from: ends[isExchanged ? 1 : 0], to: ends[isExchanged ? 0 : 1])
            return Picture(cards: [a, b], edges: [edge])
        }
        let pictures = [
            picture("b", former: nil, isExchanged: false), picture("c", former: "b", isExchanged: true),
            picture("c", former: nil, isExchanged: false),
            Picture(cards: picture("c", former: nil, isExchanged: false).cards),
        ]
        let frames = pictures.enumerated().map { Album.Frame("\($0)", "", $1) }
        let drawing = Drawing(Album(model: "M", title: "M", frames: frames))
        #expect(drawing.edges.count == 1)
        #expect(drawing.edges[0].states.map { $0?.source.card } == [7, 7, 7, nil])
        #expect(drawing.edges[0].states.map { $0?.target.row } == [1, 1, 1, nil])
        #expect(drawing.path(of: 0, in: 3) == nil)
    }

    @Test func twoEdgesBetweenTheSameRowsAreBothDrawn() {
        let cards = [Picture.Card(id: 0, name: "A"), Picture.Card(id: 1, name: "B")]
        let edge = Picture.Edge(
            .relationship,
            from: Picture.Edge.End(card: 0, count: .one),
            to: Picture.Edge.End(card: 1, count: .one)
        )
        let drawing = Drawing(
            Album(model: "M", title: "M", frames: [.init("1", "", Picture(cards: cards, edges: [edge, edge]))])
        )
        #expect(drawing.edges.count == 2)
    }

    @Test func anEdgeToACardOfNoPictureIsLeftOut() {
        let edge = Picture.Edge(
            .relationship,
            from: Picture.Edge.End(card: 0, row: 9, count: .one),
            to: Picture.Edge.End(card: 5, count: .one)
        )
        let album = Album(
            model: "M",
            title: "M",
            frames: [.init("1", "", Picture(cards: [Picture.Card(id: 0, name: "A")], edges: [edge]))]
        )
        #expect(Drawing(album).edges.isEmpty)
        #expect(album.svg(of: 0).contains("</svg>"))
    }

    @Test func theLabelSaysWhatChangesInWords() throws {
        let trip = try #require(drawing.cards.first { $0.id == 0 })
        #expect(
            trip.headers.map(\.label) == [
                "Trip, formerly Journey, entity, a kind of Thing, changed: 1 added, 1 removed, 1 changed, 1 lost",
                "Trip, formerly Journey, entity, a kind of Thing, changed: 1 changed",
                "Trip, entity",
            ]
        )
    }

    @Test func lossesComeFirstWhereLinesAreLimited() {
        let notes = (1...4).map { Picture.Note(.change, "change \($0)") } + [Picture.Note(.lost, "rows lost")]
        #expect(NoteLine.lines(of: notes).map(\.text) == ["rows lost", "change 1", "3 more"])
        #expect(NoteLine.lines(of: Array(notes.prefix(3))).map(\.text) == ["change 1", "change 2", "change 3"])
    }

    @Test func aLossSaysThatItIsOne() {
        var row = Picture.Row(.attribute, "code", "string?")
        row.notes = [Picture.Note(.lost, "string?"), Picture.Note(.lost, "3 rows"), Picture.Note(.refused, "no value")]
        #expect(row.noteLines.map(\.text) == ["lost", "lost: 3 rows", "refused: no value"])
    }

    @Test func theTableAndItsRowsAreOneLine() {
        let notes = [
            Picture.Note(.table, "rebuilt"), Picture.Note(.rows, "1,204 rows"), Picture.Note(.moved, "from Place"),
        ]
        #expect(NoteLine.lines(of: notes).map(\.text) == ["rebuilt · 1,204 rows", "from Place"])
    }

    @Test func whatTheRowShowsNeedsNoNote() {
        var row = Picture.Row(.attribute, "startDate", "date")
        row.notes = [Picture.Note(.change, "renamed")]
        row.sign = .changed
        #expect(row.noteLines.map(\.text) == ["renamed"])
        row.formerName = "start_date"
        #expect(row.noteLines.isEmpty)
        // Another change is one that the row does not show.
        row.notes.append(Picture.Note(.change, "now ordered"))
        #expect(row.noteLines.map(\.text) == ["renamed", "now ordered"])
        row.formerType = "date?"
        #expect(row.noteLines.isEmpty)
        row.notes.append(Picture.Note(.lost, "values lost"))
        #expect(row.noteLines.map(\.text) == ["values lost"])
        var card = Picture.Card(id: 0, name: "A")
        card.sign = .added
        card.notes = [Picture.Note(.change, "new entity")]
        #expect(
            Drawing(Album(model: "M", title: "M", frames: [.init("1", "", Picture(cards: [card]))])).cards[0].headers[0]
                .notes.isEmpty
        )
    }

    @Test func theLargeNameIsInTheMiddleOfTheCardThatIsShown() {
        let frames = [1, 3].map { count in
            var card = Picture.Card(id: 0, name: "A")
            card.rows = (0..<count).map { Picture.Row(.attribute, "a\($0)", "string") }
            return Album.Frame("\(count)", "", Picture(cards: [card]))
        }
        for (first, height) in [38 + 23 + 8, 38 + 3 * 23 + 8].enumerated() {
            let page = Album(model: "M", title: "M", frames: frames, first: first).page
            #expect(page.contains("class=\"far\" transform=\"translate(80 \(height / 2))\""))
        }
    }

    @Test func aNameIsMoreImportantThanItsParent() {
        var card = Picture.Card(id: 0, name: "ProviderRegistration")
        card.parent = "SpecialTransactionOfTheBlockchainEntity"
        let svg = Album(model: "M", title: "M", frames: [.init("1", "", Picture(cards: [card]))]).svg(of: 0)
        #expect(svg.contains("<tspan>ProviderRegistration</tspan>"))
        #expect(svg.contains("<title>: SpecialTransactionOfTheBlockchainEntity</title>"))
    }
}
