import ApusSchema
import ApusTestSupport

extension World {
    /// The first thing in which another world is not this one, values compared by bytes.
    func firstDifference(to other: World) -> String? {
        for kind in Set(objects.keys).union(other.objects.keys).sorted() {
            let (ours, theirs) = (objects[kind] ?? [:], other.objects[kind] ?? [:])
            for identity in Set(ours.keys).union(theirs.keys).sorted() {
                let object = "\(kind) \(identity)"
                guard let one = ours[identity] else { return "\(object): should not be there" }
                guard let two = theirs[identity] else { return "\(object): is missing" }
                if let difference = one.firstDifference(to: two) { return "\(object): \(difference)" }
            }
        }
        return nil
    }
}

extension WorldObject {
    fileprivate func firstDifference(to other: WorldObject) -> String? {
        let paths: [[String]] = Set(values.keys).union(other.values.keys).sorted { $0.lexicographicallyPrecedes($1) }
        for path in paths {
            let (one, two) = (values[path], other.values[path])
            if let one, let two, one == two { continue }
            let expected: String = one.map { $0.spelled(against: two) } ?? "nothing"
            let found: String = two.map { $0.spelled(against: one) } ?? "nothing"
            return "'\(path.joined(separator: "."))' should be \(expected), but is \(found)"
        }
        for name in Set(references.keys).union(other.references.keys).sorted()
        where references[name] != other.references[name] {
            let expected: String = references[name]?.description ?? "nothing"
            return
                "'\(name)' should lead to \(expected), but leads to \(other.references[name]?.description ?? "nothing")"
        }
        return nil
    }
}
