/// The topic of an attribute's texts, guessed from its name.
enum TextTopic: CaseIterable, Sendable {
    case firstName, lastName, fullName, userName, email, url, phone
    case city, country, countryCode, street, postalCode
    case currency, language, color, version, fileName, mimeType, identifier
    case sentences, title, category, words

    /// Guesses the topic of an entity's attribute.
    init(_ attribute: String, of entity: String) {
        let name = NameWords(attribute)
        let isPerson = NameWords(entity).has(
            "person",
            "user",
            "author",
            "contact",
            "employee",
            "customer",
            "member",
            "artist",
            "player",
            "student",
            "teacher",
            "patient",
            "guest",
            "client",
            "friend",
            "manager",
            "owner"
        )
        self =
            if name.has("email", "mail", "emails") {
                .email
            } else if name.has("url", "uri", "link", "href", "website", "homepage") {
                .url
            } else if name.has("phone", "telephone", "tel", "mobile", "fax") {
                .phone
            } else if name.has("first", "given", "forename", "firstname") {
                .firstName
            } else if name.has("last", "family", "surname", "lastname") {
                .lastName
            } else if name.has("username", "login", "nickname", "handle") || name.words == ["user", "name"] {
                .userName
            } else if name.has("author", "owner", "fullname", "person") || name.words == ["full", "name"] {
                .fullName
            } else if isPerson && name.has("name") {
                .fullName
            } else if name.has("file", "filename", "path", "image", "photo") {
                .fileName
            } else if name.has("mime", "mimetype") {
                .mimeType
            } else if name.has("country", "nation") {
                name.has("code", "iso") ? .countryCode : .country
            } else if name.has("zip", "postal", "postcode", "zipcode") {
                .postalCode
            } else if name.has("currency") {
                .currency
            } else if name.has("language", "locale") {
                .language
            } else if name.has("color", "colour", "tint") {
                .color
            } else if name.has("version", "build") {
                .version
            } else if name.has("street", "address") {
                .street
            } else if name.has("city", "town", "place", "destination", "location", "origin", "region") {
                .city
            } else if name.has(
                "id",
                "identifier",
                "uuid",
                "guid",
                "key",
                "token",
                "hash",
                "code",
                "sku",
                "serial",
                "number",
                "etag"
            ) {
                .identifier
            } else if name.has(
                "note",
                "notes",
                "description",
                "summary",
                "text",
                "body",
                "content",
                "comment",
                "message",
                "bio",
                "details",
                "info",
                "desc",
                "abstract",
                "review"
            ) {
                .sentences
            } else if name.has("status", "state", "type", "kind", "category", "genre", "tag", "group") {
                .category
            } else if name.has("title", "name", "label", "headline", "subject", "caption") {
                .title
            } else {
                .words
            }
    }
}
