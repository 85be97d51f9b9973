/// The vertical pieces between two layers, each in a track.
struct Channel {
    /// The tracks of the pieces.
    private(set) var tracks: [Int]
    /// The number of tracks.
    private(set) var count: Int

    /// A vertical piece, and the heights where horizontal ones join it.
    struct Piece {
        /// Where pieces from the left join, rising.
        var left: [Int]
        /// Where pieces from the right join, rising.
        var right: [Int]
        /// What it may fill, whatever row of a box it ends at.
        var extent: ClosedRange<Int>
        /// What it fills if it ends at its ports.
        var span: ClosedRange<Int>
    }

    init(_ pieces: [Piece]) {
        let order = TrackOrder.order(of: pieces)
        tracks = Array(repeating: 0, count: pieces.count)
        count = 0
        var known: [(extent: ClosedRange<Int>, track: Int)] = []
        for piece in order {
            var track = 0
            for other in known where other.track >= track && other.extent.overlaps(pieces[piece].extent) {
                track = other.track + 1
            }
            tracks[piece] = track
            count = max(count, track + 1)
            known.append((pieces[piece].extent, track))
        }
    }
}
