import CLibXML2

/// Reads XML with libxml2 into a document that knows the offsets of its elements.
///
/// libxml2 decides what is well formed. It is asked for nothing else: no network, no external entities, no document
/// type, so there is nothing to expand.
package struct XMLParser: Sendable {
    package enum DocumentType: Sendable {
        /// A document type declaration is an error.
        case refused
        /// A document type may be named, as in property lists. It is never loaded, and may declare nothing.
        case named
    }

    package var limits: XMLLimits
    package var documentType: DocumentType
    /// The names that the format has. The document's own come after them.
    package var names: XMLNameTable

    package init(
        limits: XMLLimits = XMLLimits(), documentType: DocumentType = .refused, names: XMLNameTable = XMLNameTable()
    ) {
        self.limits = limits
        self.documentType = documentType
        self.names = names
    }

    package func parse(_ bytes: [UInt8]) throws(XMLFailure) -> XMLDocument {
        if bytes.count > limits.sizeBytes {
            throw XMLFailure(
                reason: .limit, message: "the file has \(bytes.count) bytes; the limit is \(limits.sizeBytes)",
                offset: 0)
        }
        try XMLEncodingCheck.check(bytes)
        if let offset = XMLTagCheck.firstExcess(in: bytes, limit: limits.attributeCount) {
            throw XMLFailure(
                reason: .limit,
                message: "an element has more than \(limits.attributeCount) attributes, the limit",
                offset: offset)
        }
        guard var builder = run(over: bytes) else {
            throw XMLFailure(reason: .syntax, message: "the document is empty", offset: 0)
        }
        if let failure = builder.failure { throw failure }
        guard let document = builder.finished() else {
            builder.fail(.syntax, "the document has no element", at: bytes.count)
            throw builder.failure ?? XMLFailure(reason: .syntax, message: "not well formed", offset: 0)
        }
        return document
    }

    private func run(over bytes: [UInt8]) -> XMLDocumentBuilder? {
        xmlInitParser()
        return bytes.withUnsafeBytes { buffer -> XMLDocumentBuilder? in
            guard
                let context = xmlCreateMemoryParserCtxt(
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
            else { return nil }
            defer { xmlFreeParserCtxt(context) }
            // NOENT: or `&amp;` in an attribute comes out as `&#38;`; there are no entities but the predefined ones.
            // IGNORE_ENC: the declared encoding has been checked, and converting would lose the offsets.
            // HUGE: or ten megabytes are the end; the limits that count are ours.
            let options = [XML_PARSE_NONET, XML_PARSE_NOENT, XML_PARSE_IGNORE_ENC, XML_PARSE_HUGE]
            xmlCtxtUseOptions(context, options.reduce(0) { $0 | Int32($1.rawValue) })
            var builder = XMLDocumentBuilder(bytes: bytes, parser: self, context: context)
            withUnsafeMutablePointer(to: &builder) { pointer in
                XMLEvents.route(context, to: pointer)
                _ = xmlParseDocument(context)
            }
            if context.pointee.wellFormed == 0 {
                builder.fail(.syntax, "not well formed", at: bytes.count)
            }
            return builder
        }
    }
}

/// What a document may ask of the reader. Models are untrusted input, and each limit is far beyond any real model.
public struct XMLLimits: Sendable, Hashable {
    /// The largest document, in bytes. The largest public model known has 98,672.
    public var sizeBytes: Int
    /// The deepest nesting of elements. The format itself needs 6.
    public var depth: Int
    /// The greatest number of elements. The largest public model known has 932.
    public var elementCount: Int
    /// The greatest number of attributes of one element. The format itself needs 27.
    public var attributeCount: Int
    /// The longest name of an element or attribute, in bytes.
    public var nameLengthBytes: Int

    /// Limits; by default far beyond any real model.
    public init(
        sizeBytes: Int = 32 << 20, depth: Int = 64, elementCount: Int = 500_000, attributeCount: Int = 256,
        nameLengthBytes: Int = 1024
    ) {
        self.sizeBytes = sizeBytes
        self.depth = depth
        self.elementCount = elementCount
        self.attributeCount = attributeCount
        self.nameLengthBytes = nameLengthBytes
    }
}

/// Why bytes are no XML document that the reader accepts.
package struct XMLFailure: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// Not UTF-8, or marked as another encoding.
        case encoding
        /// Not well formed.
        case syntax
        /// A document type or an entity declaration, which models never have and attacks do.
        case documentType
        /// Beyond one of ``XMLLimits``.
        case limit
    }

    package var reason: Reason
    /// One clause, lower case, no full stop.
    package var message: String
    /// The offset of the place, in bytes.
    package var offset: Int
}
