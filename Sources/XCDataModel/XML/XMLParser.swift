import CLibXML2

/// Reads XML with libxml2 into elements that know their offsets.
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

    package init(limits: XMLLimits = XMLLimits(), documentType: DocumentType = .refused) {
        self.limits = limits
        self.documentType = documentType
    }

    /// The root element of a document.
    package func parse(_ bytes: [UInt8]) throws(XMLFailure) -> XMLElement {
        try checkEncoding(of: bytes)
        let builder = XMLTreeBuilder(bytes: bytes, limits: limits, documentType: documentType)
        run(builder, over: bytes)
        if let failure = builder.failure { throw failure }
        guard let root = builder.root else {
            throw XMLFailure(reason: .syntax, message: "the document has no element", offset: bytes.count)
        }
        return root
    }

    private func run(_ builder: XMLTreeBuilder, over bytes: [UInt8]) {
        xmlInitParser()
        bytes.withUnsafeBytes { buffer in
            guard
                let context = xmlCreateMemoryParserCtxt(
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
            else {
                builder.fail(.syntax, "the document is empty", at: 0)
                return
            }
            defer { xmlFreeParserCtxt(context) }
            let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_IGNORE_ENC.rawValue
            xmlCtxtUseOptions(context, Int32(options))
            builder.attach(to: context)
            withExtendedLifetime(builder) { _ = xmlParseDocument(context) }
            builder.finish(wellFormed: context.pointee.wellFormed != 0)
        }
    }

    /// Models are UTF-8 without a byte order mark, in every file known. Anything else is reported here, where the
    /// reason can be named, rather than by libxml2, which would convert it and lose the offsets.
    private func checkEncoding(of bytes: [UInt8]) throws(XMLFailure) {
        if bytes.count > limits.sizeBytes {
            throw XMLFailure(
                reason: .limit, message: "the file has \(bytes.count) bytes; the limit is \(limits.sizeBytes)",
                offset: 0)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw XMLFailure(reason: .encoding, message: "the file begins with a byte order mark", offset: 0)
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw XMLFailure(reason: .encoding, message: "the file is UTF-16, not UTF-8", offset: 0)
        }
        if let offset = bytes.firstIndex(of: 0) {
            throw XMLFailure(reason: .encoding, message: "the file holds a NUL byte, which XML forbids", offset: offset)
        }
        if let offset = UTF8Check.firstInvalidOffset(in: bytes) {
            throw XMLFailure(reason: .encoding, message: "the file is not UTF-8", offset: offset)
        }
    }
}
