import CLibXML2

/// Reads XML with libxml2 into a document with the offsets of its elements.
///
/// libxml2 only checks whether the document is well formed. Network access, external entities, and document types are
/// off, so there is nothing to expand.
package struct XMLParser: Sendable {
    package enum DocumentType: Sendable {
        /// A document type declaration is an error.
        case refused
        /// The document can name a document type, as property lists do. The parser never loads it, and it can declare
        /// nothing.
        case named
    }

    package var limits: XMLLimits
    package var documentType: DocumentType
    /// The names of the format, before the document's own names.
    package var names: XMLNameTable

    package init(
        limits: XMLLimits = XMLLimits(), documentType: DocumentType = .refused, names: XMLNameTable = XMLNameTable()
    ) {
        self.limits = limits
        self.documentType = documentType
        self.names = names
    }

    package func parse(_ bytes: [UInt8]) throws(XMLError) -> XMLDocument {
        if bytes.count > limits.sizeBytes {
            throw XMLError(
                reason: .limit, message: "the file has \(bytes.count) bytes; the limit is \(limits.sizeBytes)",
                offset: 0)
        }
        try XMLEncodingCheck.check(bytes)
        if let offset = XMLTagCheck.firstExcess(in: bytes, limit: limits.attributeCount) {
            throw XMLError(
                reason: .limit, message: "an element has more than \(limits.attributeCount) attributes, the limit",
                offset: offset)
        }
        guard var builder = run(over: bytes) else {
            throw XMLError(reason: .syntax, message: "the document is empty", offset: 0)
        }
        if let failure = builder.failure { throw failure }
        guard let document = builder.finished() else {
            builder.fail(.syntax, "the document has no element", at: bytes.count)
            throw builder.failure ?? XMLError(reason: .syntax, message: "not well formed", offset: 0)
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
            // NOENT: otherwise `&amp;` in an attribute becomes `&#38;`. There are only the predefined entities.
            // IGNORE_ENC: the encoding has already been checked, and converting would change the offsets.
            // HUGE: otherwise documents are limited to ten megabytes. This parser has its own limits.
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

/// The limits for documents. Models are untrusted input, and each limit is far beyond any real model.
///
/// ```swift
/// let reader = XCDataModelReader(limits: XMLLimits(sizeBytes: 1 << 20))  // For files that others upload
/// ```
public struct XMLLimits: Sendable, Hashable {
    /// The maximum size of a document in bytes. The largest known public model has 98,672.
    public var sizeBytes: Int
    /// The maximum depth of elements. The format needs 6.
    public var depth: Int
    /// The maximum number of elements. The largest known public model has 932.
    public var elementCount: Int
    /// The maximum number of attributes of an element. The format needs 27.
    public var attributeCount: Int
    /// The maximum length of a name in bytes.
    public var nameLengthBytes: Int

    /// Creates limits. The defaults are far beyond any real model.
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

/// The reason why the reader rejects a document.
package struct XMLError: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// The document is not UTF-8, or declares another encoding.
        case encoding
        /// The document is not well formed.
        case syntax
        /// The document contains a document type or an entity declaration, which only attacks need.
        case documentType
        /// The document exceeds one of ``XMLLimits``.
        case limit
    }

    package var reason: Reason
    /// The message: one clause in lower case, without a full stop.
    package var message: String
    /// The byte offset of the problem.
    package var offset: Int
}
