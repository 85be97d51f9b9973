/// The vertical pieces between two layers, each in a track.
struct Channel {
    /// The tracks of the pieces.
    private(set) var tracks: [Int]
    /// The number of tracks.
    private(set) var count = 0
    /// How often a horizontal piece crosses a vertical one; not counted in channels of very many pieces.
    private(set) var crossings = 0

    /// Above this many pieces, the order of tracks does not matter to readers, and time does.
    private static let limit = 300

    /// Assigns tracks.
    init(_ pieces: [Piece]) {
        tracks = Array(repeating: 0, count: pieces.count)
        if pieces.count > Self.limit {
            colour(pieces)
        } else {
            assign(pieces)
            countCrossings(pieces)
        }
    }

    /// Tracks in the order that avoids crossings: each piece is in the first track that is free, right of those that it should not cross.
    private mutating func assign(_ pieces: [Piece]) {
        let order = TrackOrder(of: pieces)
        var known: [Int] = []
        for piece in order.order {
            var first = 0
            var used: Set<Int> = []
            for other in known where pieces[other].touches(pieces[piece]) {
                if order.matters(other, piece) {
                    first = max(first, tracks[other] + 1)
                } else {
                    used.insert(tracks[other])
                }
            }
            while used.contains(first) { first += 1 }
            tracks[piece] = first
            count = max(count, first + 1)
            known.append(piece)
        }
    }

    /// As few tracks as possible, by Hashimoto and Stevens' left-edge algorithm.
    private mutating func colour(_ pieces: [Piece]) {
        let starts = pieces.indices.sorted { first, second in
            (pieces[first].extent.lowerBound, first) < (pieces[second].extent.lowerBound, second)
        }
        let ends = pieces.indices.sorted { first, second in
            (pieces[first].extent.upperBound, first) < (pieces[second].extent.upperBound, second)
        }
        var free: [Int] = []
        var ended = 0
        for piece in starts {
            while pieces[ends[ended]].extent.upperBound < pieces[piece].extent.lowerBound {
                free.append(tracks[ends[ended]])
                ended += 1
            }
            if let track = free.popLast() {
                tracks[piece] = track
            } else {
                tracks[piece] = count
                count += 1
            }
        }
    }

    private mutating func countCrossings(_ pieces: [Piece]) {
        for (piece, track) in zip(pieces, tracks) {
            for (other, otherTrack) in zip(pieces, tracks) where track != otherTrack {
                let ends = otherTrack < track ? piece.left : piece.right
                for y in ends where other.span.lowerBound < y && y < other.span.upperBound { crossings += 1 }
            }
        }
    }
}
