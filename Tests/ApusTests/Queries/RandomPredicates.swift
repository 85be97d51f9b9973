import Apus
import ApusTestSupport
import Foundation

/// Random predicates and sort orders of trips, from a seed, in the format of models.
struct RandomPredicates {
    var random: SplitMix64

    static let names: [String] = ["Alps", "alps", "Älps", "", "A?p*", "Zürich", "x", "Alpsx", "\u{0}null"]

    private static let tripTexts = [
        "name", "destination", "leader.name", "leader.spouse.name", "sponsor.name", "accommodation.name",
        "leader.manager.manager.name",
    ]

    private static let tripNumbers = [
        "nights", "bucketList.@count", "tags.@count", "leader.friends.@count", "leader.leads.@sum.nights",
        "leader.leads.@max.nights", "leader.leads.@avg.nights", "tags.trips.@min.nights", "bucketList[SIZE]",
        "photos.@count", "photos.@sum.order", "photos.@avg.order",
    ]

    private static let tripObjects = ["leader", "sponsor", "leader.spouse", "leader.parent", "accommodation"]

    /// Key paths through to-many relationships of a trip to an attribute.
    private static let texts = [
        "bucketList.title", "tags.name", "leader.friends.name", "leader.friends.spouse.name", "tags.trips.leader.name",
    ]

    private static let numbers = ["leader.leads.nights", "tags.trips.nights", "leader.friends.leads.nights"]

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func text() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "NIL"
        case 1: return pick(Self.tripTexts)
        case 2: return "\(pick(["lowercase", "uppercase", "canonical"])):(\(pick(Self.tripTexts)))"
        default:
            let name: String = pick(Self.names)
            return name == "\u{0}null" ? "\"a\\u0000b\"" : "\"\(name)\""
        }
    }

    private mutating func number(_ depth: Int = 0) -> String {
        switch Int.random(in: 0..<(depth > 2 ? 4 : 8), using: &random) {
        case 0: return "NIL"
        case 1: return pick(Self.tripNumbers)
        case 2, 3: return "\(Int.random(in: -2...9, using: &random))"
        case 4: return "(\(number(depth + 1)) \(pick(["+", "-", "*", "/"])) \(number(depth + 1)))"
        case 5: return "\(pick(["abs:", "floor:", "sqrt:", "ceiling:"]))(nights)"
        case 6: return "TERNARY(\(predicate(depth + 2)), \(pick(Self.tripNumbers)), 3)"
        default: return "\(pick(["max:", "min:", "sum:"]))({nights, 3, bucketList.@count})"
        }
    }

    /// A condition.
    mutating func predicate(_ depth: Int = 0) -> String {
        if depth < 3, chance(depth == 0 ? 60 : 35) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return "(\(predicate(depth + 1)) AND \(predicate(depth + 1)))"
            case 1: return "(\(predicate(depth + 1)) OR \(predicate(depth + 1)))"
            default: return "NOT (\(predicate(depth + 1)))"
            }
        }
        let sign: String = pick(["==", "!=", "<", "<=", ">", ">="])
        let equality: String = pick(["==", "!="])
        let options: String = pick(["", "", "[c]", "[d]", "[cd]", "[n]"])
        let part: String = pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN", "MATCHES"])
        let modifier: String = pick(["ANY", "ALL", "NONE"])
        func ordered(_ value: String, _ other: String) -> String {
            value == "NIL" || other == "NIL" ? "\(value) \(equality) \(other)" : "\(value) \(sign) \(other)"
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return "\(pick(Self.tripTexts)) \(equality)\(options) \(text())"
        case 1: return "\(pick(Self.tripTexts)) \(pick(["<", ">="]))\(options) \"\(pick(["Alps", "alps", "x"]))\""
        case 2: return "\(pick(Self.tripTexts)) \(part)\(options) \"\(pick(["Alps", "al", "A?p*", "", "ä", "ps"]))\""
        case 3: return "\(pick(Self.tripTexts)) IN {\"Alps\", \(text()), \(text())}"
        case 4: return ordered(pick(Self.tripNumbers), number(depth))
        case 5: return "nights BETWEEN {\(Int.random(in: 0...4, using: &random)), leader.leads.@max.nights}"
        case 6: return "nights IN {1, 3, NIL, 5.0}"
        case 7: return "\(pick(Self.tripObjects)) \(equality) NIL"
        case 8:
            return "\(pick(["leader", "sponsor", "leader.spouse"])) \(equality) \(pick(["sponsor", "leader.parent"]))"
        case 9:
            return "\(modifier) \(pick(Self.texts)) \(pick(["==", "BEGINSWITH", "<", "CONTAINS"]))\(options) \"alps\""
        case 10: return "\(modifier) \(pick(Self.numbers)) \(ordered("", "\(pick(["nights", "2"]))"))"
        case 11: return "\(pick(["leader", "sponsor"])) IN leader.friends"
        case 12:
            let inner: String = pick([
                "$x.title == SELF.name", "$x.isDone == YES AND $x.title CONTAINS 'l'", "$x.trip.nights > 2",
                "NOT ($x.title BEGINSWITH[c] destination)",
            ])
            return "SUBQUERY(bucketList, $x, \(inner)).@count \(ordered("", pick(["0", "1", "nights"])))"
        default:
            return "SUBQUERY(tags.trips, $t, $t.nights > nights AND ANY $t.tags.name == 'Alps').@count \(sign) 0"
        }
    }

    /// The sort order of trips.
    mutating func order() -> [SortColumn<Trip>] {
        let columns = Trip.columns
        let all: [SortColumn<Trip>] = [
            columns.name.ascending, columns.name.descending, columns.destination.ascending, columns.nights.descending,
            columns.leader.name.ascending, columns.leader.spouse.name.descending, columns.bucketList.count.descending,
            columns.name.canonical.ascending, columns.leader.leads.average { $0.nights }.ascending,
        ]
        return all.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map { $0 }
    }
}
