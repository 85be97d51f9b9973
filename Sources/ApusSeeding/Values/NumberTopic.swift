/// The usual numbers of an attribute, guessed from its name.
struct NumberTopic: Sendable {
    /// The usual numbers.
    let range: ClosedRange<Double>

    /// The number of fraction digits.
    let fractionDigits: Int

    /// Whether small numbers are far more frequent.
    let isTailed: Bool

    /// Guesses the topic from an attribute's name.
    init(_ attribute: String, isTiny: Bool) {
        let name = NameWords(attribute)
        (range, fractionDigits, isTailed) =
            if name.has("latitude", "lat") {
                (-60...70, 6, false)
            } else if name.has("longitude", "lng", "lon", "long") {
                (-180...180, 6, false)
            } else if name.has("price", "amount", "cost", "total", "fee", "balance", "salary", "budget", "sum") {
                (0...(isTiny ? 20 : 5000), 2, true)
            } else if name.has("age") {
                (1...95, 0, false)
            } else if name.has("year") {
                (1950...2026, 0, false)
            } else if name.has("percent", "percentage") {
                (0...100, 1, false)
            } else if name.has("progress", "ratio", "opacity", "fraction", "confidence") {
                (0...1, 3, false)
            } else if name.has("rating", "stars", "score", "grade", "priority", "level") {
                (1...5, 0, false)
            } else if name.has("month") {
                (1...12, 0, false)
            } else if name.has("nights", "days", "hours", "weeks") {
                (1...28, 0, true)
            } else if name.has("minutes", "seconds", "duration", "interval", "time") {
                (0...7200, 1, true)
            } else if name.has("size", "bytes") {
                (0...(isTiny ? 100 : 5_000_000), 0, true)
            } else if name.has("width", "height", "length", "distance", "weight", "depth", "altitude", "elevation") {
                (0...3000, 1, true)
            } else {
                (0...(isTiny ? 9 : 1000), 2, true)
            }
    }
}
