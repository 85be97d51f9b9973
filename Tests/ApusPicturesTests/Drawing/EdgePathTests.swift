import Testing

@testable import ApusPictures

struct EdgePathTests {
    private func path(
        _ source: EdgePath.Mark,
        _ target: EdgePath.Mark,
        bends: [Int],
        from: (x: Int, y: Int) = (100, 20),
        to: (x: Int, y: Int) = (200, 60)
    ) -> String {
        EdgePath(
            source: EdgePath.End(x: from.x, y: from.y, direction: 1, mark: source),
            target: EdgePath.End(x: to.x, y: to.y, direction: -1, mark: target),
            bends: bends
        ).data
    }

    @Test func aLineTurnsRoundCorners() {
        #expect(path(.none, .none, bends: [150]) == "M100 20L143 20Q150 20 150 27L150 53Q150 60 157 60L200 60")
    }

    @Test func aLineAtOneHeightIsStraight() {
        #expect(path(.none, .none, bends: [150], to: (200, 20)) == "M100 20L200 20")
    }

    @Test func cornersFitIntoShortPieces() {
        #expect(
            path(.none, .none, bends: [150], to: (200, 24))
                == "M100 20L148 20Q150 20 150 22L150 22Q150 24 152 24L200 24"
        )
    }

    @Test func marksAreAtTheirCards() {
        #expect(path(.many, .one, bends: [150], to: (200, 20)) == "M100 15L110 20L100 25M100 20L200 20M193 15V25")
        // The line begins behind a ring and a triangle.
        #expect(
            path(.triangle, .optional, bends: [150], to: (200, 20))
                == "M100 20l11 -6v12zM111 20L189 20M195 20a3 3 0 1 0 -6 0a3 3 0 1 0 6 0"
        )
    }

    @Test func aLineOfManyPieces() {
        #expect(
            path(.none, .none, bends: [120, 100, 180])
                == "M100 20L113 20Q120 20 120 27L120 93Q120 100 127 100L173 100Q180 100 180 93L180 67Q180 60 187 60L200 60"
        )
    }
}
