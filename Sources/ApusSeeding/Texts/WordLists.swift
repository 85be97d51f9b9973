/// The words that plausible texts are made of.
enum WordLists {
    static let firstNames: [String] = [
        "Ada", "Björn", "Chiara", "Dmitri", "Élodie", "Farid", "Grace", "Hana", "Íris", "Joaquín", "Kofi", "Leila",
        "Maya", "Noor", "Oluwaseun", "Priya", "Quentin", "Rosa", "Søren", "Tomoko", "Uma", "Víctor", "Wanjiru", "Zoë",
        "Anna", "Ben", "Clara", "David", "Emma", "Felix", "Hugo", "Ines", "Jonas", "Lena", "Marco", "Nina",
    ]

    static let lastNames: [String] = [
        "Almeida", "Bauer", "Castro", "Dubois", "Eriksen", "Fischer", "García", "Haddad", "Ivanova", "Johansson",
        "Kowalski", "Lindqvist", "Moreau", "Nakamura", "O'Brien", "Popescu", "Quispe", "Rossi", "Silva", "Tanaka",
        "Ünal", "van der Berg", "Weber", "Yılmaz", "Zhang", "Müller", "Novák", "Okafor", "Patel", "Smith",
    ]

    /// First names as in email addresses.
    static let logins: [String] = [
        "ada", "bjorn", "chiara", "dmitri", "elodie", "farid", "grace", "hana", "iris", "joaquin", "kofi", "leila",
        "maya", "noor", "priya", "quentin", "rosa", "soren", "tomoko", "uma", "victor", "wanjiru", "zoe", "felix",
    ]

    /// Last names as the parts of addresses write them.
    static let plainLastNames: [String] = [
        "almeida", "bauer", "castro", "dubois", "eriksen", "fischer", "garcia", "haddad", "ivanova", "johansson",
        "kowalski", "lindqvist", "moreau", "nakamura", "obrien", "popescu", "quispe", "rossi", "silva", "tanaka",
    ]

    static let cities: [String] = [
        "Athens", "Bogotá", "Cairo", "Dakar", "Edinburgh", "Fès", "Geneva", "Hà Nội", "İzmir", "Jaipur", "Kyōto",
        "Lisbon", "Malmö", "Nairobi", "Oaxaca", "Porto", "Quito", "Reykjavík", "São Paulo", "Tbilisi", "Uppsala",
        "Vienna", "Wellington", "Xi'an", "Yerevan", "Zürich", "東京",
    ]

    static let countries: [String] = [
        "Argentina", "Belgium", "Canada", "Denmark", "Egypt", "France", "Germany", "Hungary", "Iceland", "Japan",
        "Kenya", "Lebanon", "Mexico", "Norway", "Oman", "Portugal", "Romania", "Spain", "Türkiye", "Uruguay", "Vietnam",
    ]

    static let countryCodes: [String] = [
        "AR", "BE", "CA", "DK", "EG", "FR", "DE", "HU", "IS", "JP", "KE", "LB", "MX", "NO", "OM", "PT", "RO", "ES",
    ]

    static let streets: [String] = [
        "Harbour Street", "Mill Lane", "Station Road", "Garden Walk", "Market Square", "Church Street", "River Bank",
        "Hill Road", "Bridge Street", "Orchard Avenue", "Kastanienallee", "Rua das Flores", "Rue du Port",
    ]

    static let currencies: [String] = ["EUR", "USD", "GBP", "JPY", "CHF", "SEK", "BRL", "INR", "KES", "MXN"]

    static let languages: [String] = ["en", "de", "fr", "es", "pt-BR", "ja", "it", "sv", "tr", "zh-Hans", "ar"]

    static let mimeTypes: [String] = ["image/jpeg", "image/png", "text/plain", "application/pdf", "video/mp4"]

    static let fileEndings: [String] = ["jpg", "png", "pdf", "txt", "mov", "json"]

    static let categories: [String] = [
        "open", "done", "draft", "active", "archived", "work", "home", "travel", "food", "music", "sport", "books",
    ]

    static let adjectives: [String] = [
        "quiet", "early", "late", "blue", "green", "small", "long", "old", "bright", "northern", "open", "slow",
        "second", "last", "warm", "hidden",
    ]

    static let nouns: [String] = [
        "harbour", "market", "river", "garden", "bridge", "station", "coffee", "museum", "island", "evening", "train",
        "window", "ticket", "letter", "mountain", "walk", "concert", "kitchen", "journey", "forest", "library", "beach",
    ]

    static let sentences: [String] = [
        "Bring the tickets and a warm jacket.", "We met at the old station.", "Ask again next week.",
        "The view from the bridge is worth the walk.", "Closed on Mondays.", "It rained, and nobody minded.",
        "Call before you come.", "Better than last year!", "Two rooms, breakfast included.",
        "The second one was \"almost perfect\".", "Don't forget the camera.", "Where did we leave the map?",
        "Paid in cash; the receipt is in the blue folder.", "A short break between two trains.",
    ]

    /// Texts that programs trip over: every plane of Unicode that has characters, marks, directions, quotes, SQL, NUL.
    static let odd: [String] = [
        "", " ", "it's \"quoted\" `so`", "'; DROP TABLE Trip; --", "' OR 1=1 --", "line\nbreak\r\nand\ttab", "\u{0}",
        "before\u{0}after", "e\u{301}\u{327}\u{304}", "\u{301}first", "שלום \u{202E}עולם\u{202C}", "مرحبا بالعالم",
        "👩‍👩‍👧‍👦🛫🏴󠁧󠁢󠁳󠁣󠁴󠁿", "𝒜𝓅𝓊𝓈", "𠀋𠮷野家", "\u{2FA1D}", "\u{30000}", "\u{E0100}x", "\u{F0000}", "\u{10FFFD}", "\u{FFFD}",
        "\u{FEFF}bom", "\u{2028}\u{2029}\u{85}", "ﬀ ŉ ǰ ΐ", "ß ẞ ı İ", "ｆｕｌｌ", "null", "NULL", "true", "0012", "1e400",
        "%s %d {0} $1 \\n \\u0041", "<b>&amp;</b>", "../../etc/passwd", "x'00'", "\u{7F}\u{1B}[31m", "ไม่มีช่องว่าง",
        "\u{200B}\u{200D}\u{2060}", "🇵🇹🇯🇵🇵", "Å Å Å",
    ]
}
