import ApusSchema
import ApusTestSupport
import Foundation

@testable import ApusImport

/// Bundles as apps have them after years: written by old tools, merged by hand, with leftovers of what was there before.
///
/// What a version means is built beside its XML, and shares no code with the reader.
struct BundleGenerator {
    /// A bundle with what it means.
    struct Bundle {
        /// The versions, oldest first.
        var versions: [(name: String, contents: String, schema: Schema)] = []
        /// Whether the names tell the order, so that no commit has to.
        var isNumbered = true
        var currentName: String { versions.last?.name ?? "" }
    }

    private var random: SplitMix64
    private let tools: Tools

    /// The Xcode that wrote most of a bundle.
    private enum Tools: CaseIterable { case xcode4, xcode8, xcode15, future }

    static func bundle(seed: UInt64) -> Bundle {
        var random = SplitMix64(seed: seed)
        let tools = random.pick(Tools.allCases)
        var generator = BundleGenerator(random: random, tools: tools)
        return generator.bundle()
    }

    private mutating func bundle() -> Bundle {
        var bundle = Bundle()
        var model = Model()
        for _ in 0...random.below(3) { addEntity(to: &model) }
        let names = names(of: 1 + random.below(5), &bundle)
        for name in names {
            if !bundle.versions.isEmpty { edit(&model) }
            bundle.versions.append((name, write(model), schema(of: model)))
        }
        return bundle
    }

    // MARK: Names

    private mutating func names(of count: Int, _ bundle: inout Bundle) -> [String] {
        switch random.below(6) {
        case 0: return (0..<count).map { $0 == 0 ? "App" : "App \($0 + 1)" }
        case 1: return (0..<count).map { "App_v\($0 + 8)" }
        case 2: return (0..<count).map { "2.\($0 * 5)" }
        case 3: return ["3.0b1", "3.0 beta 2", "3.0-rc1", "3.0", "3.0.1"].prefix(count).map { "App \($0)" }
        case 4: return (0..<count).map { "\($0 + 9)-\(random.pick(["sync", "shared albums", "fix"]))" }
        default:
            // In such a bundle, only git has the order.
            bundle.isNumbered = count == 1
            return Array(["App", "with places", "drafts", "App new", "sync"].prefix(count))
        }
    }

    // MARK: Models

    private struct Model {
        var entities: [EntityDraft] = []
        var requests: [(xml: String, request: FetchRequest?)] = []
        var number = 0
    }

    private struct EntityDraft {
        var entity: Entity
        /// The XML of each attribute and relationship.
        var lines: [String] = []
        var leftovers: [String] = []
    }

    private mutating func edit(_ model: inout Model) {
        for _ in 0...random.below(2) {
            if random.oneIn(3) { addEntity(to: &model) }
            let index = random.below(model.entities.count)
            addAttribute(to: &model.entities[index], &model.number)
            if random.oneIn(3) { addRelationship(to: index, in: &model) }
            if random.oneIn(4) { addRequest(to: &model) }
            if random.oneIn(4) { removeAttribute(of: &model.entities[index]) }
        }
    }

    private mutating func removeAttribute(of draft: inout EntityDraft) {
        let name = random.pick(draft.entity.attributes).name
        // An entity keeps one, so that there is always one to pick.
        if draft.entity.attributes.count == 1 { return }
        draft.entity.attributes.removeAll { $0.name == name }
        draft.lines.removeAll { $0.hasPrefix("<attribute name=\"\(name)\"") }
    }

    private mutating func addEntity(to model: inout Model) {
        model.number += 1
        let codegen: Entity.Codegen = tools == .xcode4 ? .none : random.pick([.class, .extension, .none])
        var draft = EntityDraft(entity: Entity("Entity\(model.number)", codegen: codegen))
        for _ in 0...random.below(3) { addAttribute(to: &draft, &model.number) }
        draft.leftovers = leftovers(model.number, draft.entity)
        if draft.leftovers.contains(where: { $0.contains("userInfo") }) { draft.entity.userInfo = ["k": "last"] }
        model.entities.append(draft)
    }

    /// What is in an entity and means nothing.
    private mutating func leftovers(_ number: Int, _ entity: Entity) -> [String] {
        var lines: [String] = []
        if random.oneIn(4) {
            lines.append("<userInfo><entry key=\"k\" value=\"first\"/><entry key=\"k\" value=\"last\"/></userInfo>")
        }
        if random.oneIn(5) {
            lines.append(
                "<fetchIndex name=\"byGone\"><fetchIndexElement property=\"gone\(number)\" type=\"Binary\" order=\"ascending\"/></fetchIndex>"
            )
        }
        if random.oneIn(5) {
            lines.append(
                "<fetchedProperty name=\"old\(number)\" optional=\"YES\"><fetchRequest name=\"r\" entity=\"Gone\"/></fetchedProperty>"
            )
        }
        if random.oneIn(5) { lines.append("<compoundIndexes/><uniquenessConstraints/>") }
        if random.oneIn(6) { lines.append("&#10;stray") }
        if tools == .future, random.oneIn(2) { lines.append("<capability kind=\"history\"/>") }
        return lines
    }

    private mutating func addAttribute(to draft: inout EntityDraft, _ number: inout Int) {
        number += 1
        let name = "value\(number)"
        var (keys, attribute) = typed(name)
        if random.chance(60) {
            keys += #" optional="\#(random.pick(["YES", "YES", "YES", "true"]))""#
            attribute.isOptional = true
        }
        if tools == .xcode4 {
            keys += #" syncable="YES""# + random.pick(["", #" storedInTruthFile="YES""#, #" indexed="NO""#])
        }
        if tools == .xcode8 { keys += random.pick(["", #" usesScalarValueType="NO""#, #" usesScalarValueType="""#]) }
        if tools == .future, random.oneIn(4) { keys += #" ephemeralHint="YES" codingRole="x""# }
        keys += random.pick([
            "", "", #" elementID="""#, #" elementID="\#(name)""#, #" customClassName="." valueTransformerName="""#,
        ])
        draft.lines.append("<attribute name=\"\(name)\"\(keys)/>")
        draft.entity.attributes.append(attribute)
    }

    /// An attribute's type and limits as XML, with an odd default.
    private mutating func typed(_ name: String) -> (keys: String, attribute: Attribute) {
        func made(_ type: ScalarType, _ word: String, _ text: String?, _ value: Value?) -> (String, Attribute) {
            let key = text.map { #" defaultValueString="\#($0)""# } ?? ""
            return (#" attributeType="\#(word)"\#(key)"#, Attribute(name, .scalar(type), default: value))
        }
        switch random.below(10) {
        case 0:
            let (text, value): (String?, Value?) = random.pick([
                ("0", .int(0)), ("NO", .int(0)), ("YES", .int(1)), ("true", .int(1)), ("1.0", .int(1)), ("", nil),
                ("-2.7", .int(-2)), ("99999", nil), ("none", nil), (nil, nil),
            ])
            return made(.int16, "Integer 16", text, value)
        case 1:
            return made(.int64, "Integer 64", "99999", .int(99999))
        case 2:
            let (text, value): (String?, Value?) = random.pick([
                ("YES", .bool(true)), ("0", .bool(false)), ("true", .bool(true)), ("3", .bool(true)), ("", nil),
                ("0.0", .bool(false)), ("perhaps", nil),
            ])
            return made(.bool, "Boolean", text, value)
        case 3:
            let (text, value): (String?, Value?) = random.pick([
                ("0", .double(0)), ("NO", .double(0)), ("0.50", .double(0.5)), ("1e400", nil), ("", nil), ("inf", nil),
            ])
            return made(.double, "Double", text, value)
        case 4:
            let (text, value): (String?, Value?) = random.pick([
                ("0", .decimal(0)), ("12.50", .decimal(12.5)), ("YES", .decimal(1)), ("1,5", nil), ("", nil),
            ])
            return made(.decimal, "Decimal", text, value)
        case 5:
            var (keys, attribute) = made(.string, "String", random.pick([nil, "", "a"]), nil)
            if keys.contains("defaultValueString") {
                attribute.defaultValue = .string(keys.hasSuffix(#"="""#) ? "" : "a")
            }
            switch random.below(4) {
            case 0:
                keys += #" maxValueString="10.0""#
                attribute.length = Length(maximum: 10)
            case 1: keys += #" minValueString="-1""#
            case 2: keys += #" regularExpressionString="(""#
            default: keys += #" minDateTimeInterval="5""#
            }
            return (keys, attribute)
        case 6:
            var (keys, attribute) = made(.date, "Date", random.pick([nil, "0", "NO"]), nil)
            if random.oneIn(2) {
                keys += #" defaultDateTimeInterval="-3600""#
                attribute.defaultValue = .date(-3600)
            }
            return (keys, attribute)
        case 7: return made(.data, "Binary", random.pick([nil, "", "AA=="]), nil)
        case 8:
            var attribute = Attribute(name, .undefined)
            attribute.isTransient = true
            attribute.swiftType = "Any"
            return (#" transient="YES" allowsExternalBinaryDataStorage="YES""#, attribute)
        default:
            var (keys, attribute) = made(.int32, "Integer 32", nil, nil)
            keys += #" minValueString="1" maxValueString="\#(random.pick(["9", "9.0"]))""#
            (attribute.minimum, attribute.maximum) = (.int(1), .int(9))
            return (keys, attribute)
        }
    }

    private mutating func addRelationship(to index: Int, in model: inout Model) {
        model.number += 1
        let name = "link\(model.number)"
        let other = random.pick(model.entities).entity.name
        let isToMany = random.oneIn(2)
        // Xcode keeps the counts of the other kind.
        var keys =
            isToMany
            ? #" toMany="YES""# + random.pick(["", "", #" maxCount="1""#])
            : random.pick([#" maxCount="1""#, #" maxCount="1""#, "", #" minCount="1" maxCount="1""#, #" maxCount="0""#])
        keys += #" optional="YES" destinationEntity="\#(other)""#
        let (rule, key): (Relationship.DeleteRule, String) = random.pick([
            (.nullify, ""), (.nullify, #" deletionRule="Nullify""#), (.cascade, #" deletionRule="Cascade""#),
            (.noAction, #" deletionRule="No Action""#),
        ])
        keys += key
        var inverse: String?
        switch random.below(4) {
        case 0: keys += #" inverseName="gone" inverseEntity="\#(other)""#
        case 1: keys += #" inverseEntity="\#(other)""#
        case 2:
            // One side of the XML was lost in a merge; the relationship is its own inverse only within its entity.
            if other == model.entities[index].entity.name {
                keys += #" inverseName="\#(name)""#
                inverse = name
            }
        default: break
        }
        model.entities[index].lines.append("<relationship name=\"\(name)\"\(keys)/>")
        model.entities[index].entity.relationships.append(
            isToMany
                ? .toMany(name, other, isOptional: true, inverse: inverse, deleteRule: rule)
                : .toOne(name, other, isOptional: true, inverse: inverse, deleteRule: rule)
        )
    }

    private mutating func addRequest(to model: inout Model) {
        model.number += 1
        let name = "request\(model.number)"
        let entity = random.pick(model.entities).entity
        let predicate: String? = random.pick([nil, "gone == 1", "a == ", "x == $X", "self IN $LIST OR y == $LIST"])
        let isGone = random.oneIn(4)
        let key = predicate.map { #" predicateString="\#($0)""# } ?? ""
        var request = FetchRequest(name, entity.name)
        request.includesSubentities = false
        request.includesPropertyValues = false
        request.includePendingChanges = false
        request.returnsObjectsAsFaults = false
        request.returnsDistinctResults = false
        model.requests.append(
            (
                #"<fetchRequest name="\#(name)" entity="\#(isGone ? "Gone" : entity.name)"\#(key)/>"#,
                predicate == nil && !isGone ? request : nil
            )
        )
    }

    // MARK: Files

    private func schema(of model: Model) -> Schema {
        var schema = Schema(model: "App", entities: model.entities.map(\.entity))
        schema.fetchRequests = model.requests.compactMap(\.request)
        return schema
    }

    private mutating func write(_ model: Model) -> String {
        let keys: [String: String] = [
            "name": #" name="" minimumToolsVersion="Xcode 4.3" macOSVersion="Automatic" iOSVersion="Automatic""#,
            "future": #" minimumToolsVersion="Xcode 99" usedWithVision="YES" storeKind="x""#,
        ]
        let extra = tools == .xcode4 ? keys["name"] : tools == .future ? keys["future"] : #" usedWithCloudKit="false""#
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
            #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"\#(extra ?? "") userDefinedModelVersionIdentifier="">"#,
        ]
        for draft in model.entities {
            let codegen: String =
                switch draft.entity.codegen {
                case .class: #" codeGenerationType="class""#
                case .extension: #" codeGenerationType="category""#
                case .none: random.pick(["", #" codeGenerationType="""#])
                }
            let name = draft.entity.name
            lines.append(
                "<entity name=\"\(name)\" representedClassName=\"\(random.pick(["", ".", "App."]))\(name)\"\(codegen)>"
            )
            lines += draft.lines + draft.leftovers + ["</entity>"]
        }
        lines += model.requests.map(\.xml)
        lines.append(#"<elements><element name="Entity1" positionX="0" colour="red"/><group/></elements>"#)
        lines.append("</model>")
        return lines.joined(separator: random.pick(["\n", "\r\n"]))
    }
}
