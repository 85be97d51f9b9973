import ApusTestSupport
import Foundation
import Testing

@testable import Apus

/// What `SecureCodingTransformer` reads and writes. On Linux, Foundation's archivers end the process at most of what is
/// refused here.
struct ArchiveTests {
    private typealias Objects = SecureCodingTransformer<NSObject>
    private typealias Texts = SecureCodingTransformer<[String]>

    @Test func archivesOfApplesPlatformsAreRead() throws {
        let value = try #require(try Objects.value(from: SampleArchives.mixed) as? NSMutableDictionary)
        #expect(value["text"] as? String == "grüße")
        #expect(value["date"] as? Date == Date(timeIntervalSinceReferenceDate: 5.5))
        #expect(value["url"] as? URL == URL(string: "https://a.b/c"))
        let list = try #require(value["list"] as? [Any])
        #expect(list.count == 3 && list[0] as? Int == 7 && list[1] as? Int == 7 && list[2] is NSNull)
        #expect(value["number"] as? Int == 7)
    }

    @Test(arguments: [SampleArchives.colour, SampleArchives.colours])
    func anObjectOfAnotherClassIsKept(data: Data) throws {
        let object = try Objects.value(from: data)
        let unread = try #require(object as? UnreadArchive)
        #expect(unread.className == "UIColor" && "\(unread)" == "<archive with UIColor, \(data.count) bytes>")
        #expect(try Objects.data(from: object) == data)
        #expect(try object == Objects.value(from: data) && object.hash == Objects.value(from: data).hash)
        // An attribute of another type cannot have it.
        #expect(throws: ArchiveError.unsupportedClass("UIColor")) { try Texts.value(from: data) }
    }

    @Test func aClassOfFoundationThatWasNotAskedForIsAnError() throws {
        #expect(throws: ArchiveError.unsupportedClass("NSAttributedString")) {
            try Texts.value(from: SampleArchives.attributed)
        }
    }

    @Test(arguments: [
        SampleArchives.cycle, SampleArchives.wrongType, SampleArchives.shared, Data(), Data("bplist00".utf8),
        Data(count: 100),
    ])
    func whatNoArchiverWritesIsAnError(data: Data) {
        #expect(throws: ArchiveError.damaged) { try Objects.value(from: data) }
    }

    @Test(arguments: [SampleArchives.mixed, SampleArchives.colours])
    func damagedBytesAreReadOrAreAnError(data: Data) {
        var random = SplitMix64(seed: 29)
        for index in data.indices {
            var damaged = data
            damaged[index] = UInt8.random(in: 0...255, using: &random)
            _ = try? Objects.value(from: damaged)
            _ = try? Texts.value(from: damaged)
            _ = try? SecureCodingTransformer<Badge>.value(from: damaged)
            _ = try? Objects.value(from: data.prefix(index))
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        var random = SplitMix64(seed: 30)
        for _ in 0..<200 {
            let value = Self.value(&random, depth: 0)
            let data = try Objects.data(from: value)
            #expect(try Objects.value(from: data) == value, "\(value)")
        }
        #expect(try SecureCodingTransformer<UInt64>.value(from: SecureCodingTransformer.data(from: UInt64.max)) == .max)
        let numbers: [String: Any] = ["a": Float(1.5), "b": Int8(-3), "c": UInt16(5), "d": Optional<Int>.none as Any]
        let read = try SecureCodingTransformer<[String: Any]>.value(from: SecureCodingTransformer.data(from: numbers))
        #expect(read["a"] as? Float == 1.5 && read["b"] as? Int == -3 && read["c"] as? Int == 5 && read["d"] is NSNull)
    }

    private final class Hidden: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { true }

        override init() {}

        init?(coder: NSCoder) { nil }

        func encode(with coder: NSCoder) {}
    }

    @Test func ownClassesAreWrittenAndRead() throws {
        let data = try SecureCodingTransformer<Badge>.data(from: Badge(name: "a"))
        #expect(try SecureCodingTransformer<Badge>.value(from: data).name == "a")
        #expect(throws: ArchiveError.unsupportedClass(NSStringFromClass(Badge.self))) { try Texts.value(from: data) }
        // Foundation has no name for it.
        #expect(throws: ArchiveError.self) { try SecureCodingTransformer<Hidden>.data(from: Hidden()) }
    }

    @Test func subclassesAndWhatOwnObjectsContainAreWrittenAndRead() throws {
        typealias Badges = SecureCodingTransformer<Badge>
        let badge = try Badges.value(from: Badges.data(from: StarBadge(name: "a", owner: BadgeOwner(name: "b"))))
        #expect(badge.name == "a" && (badge as? StarBadge)?.owner?.name == "b")
        // In a list the class is not asked for.
        #expect(throws: ArchiveError.self) { try SecureCodingTransformer<[Badge]>.data(from: [Badge(name: "a")]) }
    }

    @Test func whatCouldNotBeReadIsNotWritten() {
        struct Point {}
        let values: [Any] = [
            Decimal(1), NSDecimalNumber(value: 1), Point(), NSObject(), NSOrderedSet(array: [1]), (1, 2),
        ]
        for value in values {
            for nested in [value, [value], ["a": [value]] as [String: Any]] as [Any] {
                #expect(throws: ArchiveError.self) { try SecureCodingTransformer<Any>.data(from: nested) }
            }
        }
    }

    @Test func longListsAreReadAndDeepOnesAreNotWritten() throws {
        let many = NSArray(array: Array(repeating: 0, count: 1_100_000))
        #expect(try (Objects.value(from: Objects.data(from: many)) as? NSArray)?.count == 1_100_000)
        // Foundation takes cubic time to archive them, so the limit is tried from one side.
        func nested(_ depth: Int) -> NSArray { (0..<depth).reduce(NSArray()) { list, _ in NSArray(object: list) } }
        #expect(try Objects.value(from: Objects.data(from: nested(20))) is NSArray)
        #expect(throws: ArchiveError.tooDeep) { try Objects.data(from: nested(200)) }
    }

    private static func value(_ random: inout SplitMix64, depth: Int) -> NSObject {
        switch Int.random(in: 0..<(depth > 3 ? 8 : 11), using: &random) {
        case 0: NSString(string: ["", "a", "grüße", "👩‍👩‍👧"].randomElement(using: &random) ?? "")
        case 1: NSNumber(value: Int.random(in: .min ... .max, using: &random))
        case 2: NSNumber(value: Double.random(in: -1e9...1e9, using: &random))
        case 3: NSNumber(value: Bool.random(using: &random))
        case 4: NSDate(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
        case 5: NSData(data: Data((0..<Int.random(in: 0..<20, using: &random)).map { UInt8($0) }))
        case 6: NSUUID()
        case 7: NSNull()
        case 8: NSArray(array: (0..<3).map { _ in value(&random, depth: depth + 1) })
        case 9: NSSet(array: (7..<9).map { NSNumber(value: $0) })
        default:
            NSDictionary(
                dictionary: Dictionary(
                    uniqueKeysWithValues: (0..<3).map { ("k\($0)", value(&random, depth: depth + 1)) }
                )
            )
        }
    }
}

/// A class of the app's own.
class Badge: NSObject, NSSecureCoding {
    let name: String

    init(name: String) { self.name = name }

    class var supportsSecureCoding: Bool { true }

    required init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { $0 as String } ?? ""
    }

    func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }
}

/// A class that inherits from one of the app's, and contains an object of another one.
final class StarBadge: Badge {
    let owner: BadgeOwner?

    init(name: String, owner: BadgeOwner) {
        self.owner = owner
        super.init(name: name)
    }

    override class var supportsSecureCoding: Bool { true }

    required init?(coder: NSCoder) {
        owner = coder.decodeObject(of: BadgeOwner.self, forKey: "owner")
        super.init(coder: coder)
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(owner, forKey: "owner")
    }
}

final class BadgeOwner: NSObject, NSSecureCoding {
    let name: String

    init(name: String) { self.name = name }

    static var supportsSecureCoding: Bool { true }

    init?(coder: NSCoder) { name = coder.decodeObject(of: NSString.self, forKey: "name").map { $0 as String } ?? "" }

    func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }
}
