import ApusDiagnostics
import CYAML

/// A libyaml parser over bytes that outlive it.
final class EventStream {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let isReady: Bool
    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: String

    /// Opens a stream over UTF-8 bytes, which must stay at their address for as long as the stream is used.
    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
        self.bytes = bytes
        self.file = file
        parser = .allocate(capacity: 1)
        isReady = yaml_parser_initialize(parser) == 1
        if isReady {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        }
    }

    deinit {
        if isReady { yaml_parser_delete(parser) }
        parser.deallocate()
    }

    /// Returns the next event.
    ///
    /// - Throws: `DiagnosticsError` if the text is not valid YAML; the stream then has ended.
    func next() throws -> YAMLEvent {
        guard isReady else { throw DiagnosticsError(.error("not enough memory to read '\(file)'")) }
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            throw DiagnosticsError(SyntaxProblem(parser.pointee, in: bytes).diagnostic(file: file))
        }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }
}

extension SourceLocation {
    /// Creates a location from a mark of libyaml, which counts from 0.
    init(_ mark: yaml_mark_t, file: String) {
        self.init(file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
