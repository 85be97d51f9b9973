import ApusPictures

/// A small album with one of everything: a whole difference of two stages, and names that a test can choose.
struct SampleAlbum {
    /// Replaces each name and text of the model, and its files' names.
    var spell: (String) -> String = { $0 }

    var album: Album {
        Album(
            model: spell("Journeys"),
            title: spell("Journeys") + ": 1 → 3",
            frames: [
                frame(
                    "1 → 3",
                    "9 changes, mapped, 1 loss accepted",
                    whole,
                    mapping: "accept: [Journey.code]\n\nfill:\n    Trip.seats: 2"
                ),
                frame("1 → 2", "4 changes, lightweight", first),
                frame("2 → 3", "5 changes, mapped, 1 loss accepted", second, mapping: "accept: [Journey.code]"),
            ]
        )
    }

    private func frame(_ label: String, _ summary: String, _ picture: Picture, mapping: String? = nil) -> Album.Frame {
        Album.Frame(
            spell(label),
            spell(summary),
            picture,
            mapping: mapping.map(spell),
            sql: mapping == nil ? [] : [spell("ALTER TABLE \"Trip\" DROP COLUMN \"code\";")]
        )
    }

    private var whole: Picture {
        var trip = card(
            0,
            "Trip",
            .changed,
            rows: [
                row(.attribute, "name", "string") { $0.marks = [.unique, .indexed] },
                row(.attribute, "startDate", "date", .changed) {
                    $0.formerName = spell("start_date")
                    $0.formerType = spell("date?")
                },
                row(.attribute, "seats", "int32", .added) {
                    $0.notes = [note(.filled, "filled with 2", line: "fill:\n    Trip.seats: 2")]
                },
                row(.attribute, "code", "string?", .removed) {
                    $0.notes = [note(.lost, "values lost", line: "accept: [Journey.code]")]
                },
                row(.relationship, "stops", "to many Stop") { $0.marks = [.ordered] },
                row(.unique, "unique", "name, startDate"),
            ]
        )
        trip.formerName = spell("Journey")
        trip.parent = spell("Thing")
        trip.documentation = spell("A journey.\nWith two lines.")
        trip.notes = [note(.table, "rebuilt"), note(.rows, "1,204 rows")]
        let kind = card(
            3,
            "Kind",
            nil,
            kind: .enumeration,
            rows: [row(.value, "leisure", "1"), row(.value, "work", "2")]
        )
        let place = card(4, "Place", .added, kind: .composite, rows: [row(.part, "latitude", "double", .added)])
        var picture = Picture(
            cards: [thing, trip, stop(isFolded: true), kind, place],
            edges: [
                Picture.Edge(.inheritance, from: end(2, nil, .one), to: end(0, nil, .one)),
                Picture.Edge(.relationship, from: end(1, 0, .many), to: end(0, 4, .optional)),
            ]
        )
        picture.notes = [note(.computed, "code runs")]
        return picture
    }

    private var first: Picture {
        var trip = card(
            0,
            "Trip",
            .changed,
            rows: [
                row(.attribute, "name", "string") { $0.marks = [.unique, .indexed] },
                row(.attribute, "startDate", "date?", .changed) { $0.formerName = spell("start_date") },
                row(.attribute, "code", "string?"),
                row(.relationship, "stops", "to many Stop") { $0.marks = [.ordered] },
            ]
        )
        trip.formerName = spell("Journey")
        trip.parent = spell("Thing")
        return Picture(
            cards: [thing, trip, stop(isFolded: true)],
            edges: [
                Picture.Edge(.inheritance, from: end(2, nil, .one), to: end(0, nil, .one)),
                Picture.Edge(.relationship, from: end(1, 0, .many), to: end(0, 3, .one), sign: .changed),
            ]
        )
    }

    private var second: Picture {
        var refused = stop(isFolded: false)
        refused.sign = .changed
        refused.rows[0].sign = .changed
        refused.rows[0].notes = [note(.refused, "needs a decision"), note(.change, "no longer optional")]
        var system = card(5, "Z_PRIMARYKEY", .removed, rows: [row(.attribute, "max", "int64", .removed)])
        system.notes = [note(.lost, "all rows lost")]
        return Picture(
            cards: [
                card(0, "Trip", nil, rows: [row(.attribute, "name", "string") { $0.marks = [.unique, .indexed] }]),
                refused, system,
            ],
            edges: [Picture.Edge(.relationship, from: end(1, 0, .unknown), to: end(0, nil, .one), sign: .removed)]
        )
    }

    private var thing: Picture.Card {
        var thing = card(2, "Thing", nil, kind: .abstract, rows: [])
        thing.isFolded = true
        return thing
    }

    private func stop(isFolded: Bool) -> Picture.Card {
        var stop = card(
            1,
            "Stop",
            nil,
            rows: [
                row(.relationship, "trip", "to Trip?"),
                row(.attribute, "photo", "data?") {
                    $0.marks = [.external, .encrypted]
                    $0.documentation = spell("A photo.")
                },
            ]
        )
        stop.isFolded = isFolded
        return stop
    }

    private func card(
        _ id: Int,
        _ name: String,
        _ sign: Picture.Sign?,
        kind: Picture.Card.Kind = .entity,
        rows: [Picture.Row]
    ) -> Picture.Card {
        var card = Picture.Card(id: id, kind: kind, name: spell(name))
        card.sign = sign
        card.rows = rows
        card.source = Picture.Source(file: spell("Schemas/Journeys.yaml"), line: 10 * (id + 1))
        return card
    }

    private func row(
        _ kind: Picture.Row.Kind,
        _ name: String,
        _ type: String,
        _ sign: Picture.Sign? = nil,
        _ change: (inout Picture.Row) -> Void = { _ in }
    ) -> Picture.Row {
        var row = Picture.Row(kind, spell(name), spell(type))
        row.sign = sign
        change(&row)
        return row
    }

    private func note(_ kind: Picture.Note.Kind, _ text: String, line: String? = nil) -> Picture.Note {
        Picture.Note(
            kind,
            spell(text),
            code: spell("AP203"),
            line: line.map(spell),
            source: Picture.Source(file: spell("Migrations/Journeys/2-3.yaml"), line: 4)
        )
    }

    private func end(_ card: Int, _ row: Int?, _ count: Picture.Edge.Count) -> Picture.Edge.End {
        Picture.Edge.End(card: card, row: row, count: count)
    }
}
