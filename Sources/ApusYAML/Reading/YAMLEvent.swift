import ApusDiagnostics
import CYAML

/// An event of libyaml's parser, as a value.
struct YAMLEvent {
    /// The kinds of events.
    enum Kind: Equatable {
        case streamStart
        case streamEnd
        case documentStart(hasDirectives: Bool)
        case documentEnd
        case alias(String)
        case scalar(text: String, YAMLScalar.Style)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    let kind: Kind
    /// The anchor of the node (`&name`).
    var anchor: String?
    /// The tag of the node (`!name`).
    var tag: String?
    let start: yaml_mark_t
    let end: yaml_mark_t

    /// Copies an event of libyaml.
    init(_ event: yaml_event_t) {
        start = event.start_mark
        end = event.end_mark
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_DOCUMENT_START_EVENT:
            let data = event.data.document_start
            kind = .documentStart(
                hasDirectives: data.version_directive != nil || data.tag_directives.start != data.tag_directives.end
            )
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let data = event.data.scalar
            let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
            let isPlain = data.style == YAML_PLAIN_SCALAR_STYLE
            kind = .scalar(text: String(decoding: bytes, as: UTF8.self), isPlain ? .plain : .quoted)
            anchor = Self.text(data.anchor)
            tag = Self.text(data.tag)
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            anchor = Self.text(event.data.sequence_start.anchor)
            tag = Self.text(event.data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            anchor = Self.text(event.data.mapping_start.anchor)
            tag = Self.text(event.data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: kind = .streamEnd
        }
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(cString: $0) }
    }
}
