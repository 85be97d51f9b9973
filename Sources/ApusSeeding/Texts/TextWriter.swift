/// Writes plausible texts about a topic.
enum TextWriter {
    /// Writes a text, a short and plain one for the tiny profile.
    static func text(_ topic: TextTopic, isTiny: Bool, _ random: inout SplitMix64) -> String {
        switch topic {
        case .firstName: return random.pick(WordLists.firstNames)
        case .lastName: return random.pick(WordLists.lastNames)
        case .fullName: return random.pick(WordLists.firstNames) + " " + random.pick(WordLists.lastNames)
        case .userName: return random.pick(WordLists.logins) + "." + random.pick(WordLists.plainLastNames)
        case .email:
            let name: String = random.pick(WordLists.logins)
            if isTiny { return name + "@example.com" }
            return name + "." + random.pick(WordLists.plainLastNames) + String(random.below(1000)) + "@example."
                + random.pick(["com", "org", "net"])
        case .url: return url(nil, &random)
        case .phone:
            return "+" + String(random.number(in: 20...98)) + " " + String(random.number(in: 10...999)) + " "
                + String(random.number(in: 1_000_000...9_999_999))
        case .city: return random.pick(WordLists.cities)
        case .country: return random.pick(WordLists.countries)
        case .countryCode: return random.pick(WordLists.countryCodes)
        case .street:
            return String(1 + random.tailed(in: 0...220)) + " " + random.pick(WordLists.streets)
        case .postalCode: return String(random.number(in: 10000...99999))
        case .currency: return random.pick(WordLists.currencies)
        case .language: return random.pick(WordLists.languages)
        case .color: return "#" + hexadecimal(random.next(), 6)
        case .version:
            return String(random.below(9)) + "." + String(random.below(20)) + "." + String(random.below(10))
        case .fileName:
            return random.pick(WordLists.nouns) + "-" + String(random.below(10000)) + "."
                + random.pick(WordLists.fileEndings)
        case .mimeType: return random.pick(WordLists.mimeTypes)
        case .identifier: return hexadecimal(random.next(), isTiny ? 4 : 12)
        case .category: return random.pick(WordLists.categories)
        case .title: return isTiny ? random.pick(WordLists.nouns) : title(&random)
        case .words: return isTiny ? random.pick(WordLists.nouns) : words(&random)
        case .sentences:
            var text: String = random.pick(WordLists.sentences)
            if isTiny { return text }
            for _ in 0..<random.tailed(in: 0...11) { text += " " + random.pick(WordLists.sentences) }
            return text
        }
    }

    /// Writes a URL, which is unique for each number.
    static func url(_ number: Int?, _ random: inout SplitMix64) -> String {
        "https://www.example.com/" + random.pick(WordLists.nouns) + "/" + random.pick(WordLists.adjectives) + "-"
            + String(number ?? random.below(100_000))
    }

    /// Writes a text that is unique for each number.
    static func text(_ topic: TextTopic, number: Int, _ random: inout SplitMix64) -> String {
        let number = String(number + 1)
        switch topic {
        case .email:
            return random.pick(WordLists.logins) + "." + random.pick(WordLists.plainLastNames) + number
                + "@example.com"
        case .userName: return random.pick(WordLists.logins) + number
        case .url: return url(Int(number), &random)
        case .fileName: return random.pick(WordLists.nouns) + "-" + number + ".jpg"
        case .identifier, .postalCode, .countryCode, .currency, .language, .version, .color:
            return hexadecimal(random.next(), 6) + "-" + number
        default: return text(topic, isTiny: true, &random) + " " + number
        }
    }

    private static func title(_ random: inout SplitMix64) -> String {
        let adjective: String = random.pick(WordLists.adjectives)
        let text: String = capital(adjective) + " " + random.pick(WordLists.nouns)
        return random.oneIn(2) ? text : text + " in " + random.pick(WordLists.cities)
    }

    private static func words(_ random: inout SplitMix64) -> String {
        let noun: String = random.pick(WordLists.nouns)
        return random.oneIn(3) ? noun : random.pick(WordLists.adjectives) + " " + noun
    }

    private static func capital(_ word: String) -> String {
        var bytes: [UInt8] = Array(word.utf8)
        if let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) { bytes[0] = first - 32 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The last hexadecimal digits of a number.
    private static func hexadecimal(_ number: UInt64, _ count: Int) -> String {
        let digits: [UInt8] = Array("0123456789abcdef".utf8)
        return String(decoding: (0..<count).map { digits[Int(number >> UInt64($0 * 4) & 15)] }, as: UTF8.self)
    }
}
