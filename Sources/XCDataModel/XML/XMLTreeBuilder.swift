import CLibXML2

/// Receives libxml2's events and makes the tree of elements of them.
///
/// The first failure ends the parse and is the one reported: what follows a first error is noise.
final class XMLTreeBuilder {
    private(set) var root: XMLElement?
    private(set) var failure: XMLFailure?

    private let bytes: [UInt8]
    private let limits: XMLLimits
    private let documentType: XMLParser.DocumentType
    private var open: [XMLElement] = []
    private var elementCount = 0
    private var context: xmlParserCtxtPtr?

    init(bytes: [UInt8], limits: XMLLimits, documentType: XMLParser.DocumentType) {
        self.bytes = bytes
        self.limits = limits
        self.documentType = documentType
    }

    /// Routes a parser's events to this builder, which must outlive the parse.
    func attach(to context: xmlParserCtxtPtr) {
        self.context = context
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        guard let events = context.pointee.sax else { return }
        events.pointee.startElementNs = { receiver, name, prefix, _, _, _, count, _, attributes in
            XMLTreeBuilder.from(receiver)?.start(name, prefix: prefix, attributes: attributes, count: Int(count))
        }
        events.pointee.endElementNs = { receiver, _, _, _ in XMLTreeBuilder.from(receiver)?.end() }
        events.pointee.characters = { receiver, text, length in
            XMLTreeBuilder.from(receiver)?.append(text, length: Int(length))
        }
        events.pointee.cdataBlock = events.pointee.characters
        events.pointee.ignorableWhitespace = nil
        events.pointee.comment = nil
        events.pointee.processingInstruction = nil
        events.pointee.startDocument = nil
        events.pointee.endDocument = nil
        events.pointee.internalSubset = { receiver, _, _, _ in XMLTreeBuilder.from(receiver)?.meetDocumentType() }
        events.pointee.externalSubset = nil
        events.pointee.getEntity = { _, name in xmlGetPredefinedEntity(name) }
        events.pointee.entityDecl = { receiver, _, _, _, _, _ in XMLTreeBuilder.from(receiver)?.meetDeclaration() }
        events.pointee.elementDecl = { receiver, _, _, _ in XMLTreeBuilder.from(receiver)?.meetDeclaration() }
        events.pointee.attributeDecl = { receiver, _, _, _, _, _, values in
            // The receiver of this event owns the list of values.
            xmlFreeEnumeration(values)
            XMLTreeBuilder.from(receiver)?.meetDeclaration()
        }
        events.pointee.serror = { receiver, error in
            guard let error = error?.pointee, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
            let message = error.message.map { String(cString: $0) } ?? "not well formed"
            XMLTreeBuilder.from(receiver)?.meetError(message)
        }
    }

    func fail(_ reason: XMLFailure.Reason, _ message: String, at offset: Int) {
        guard failure == nil else { return }
        failure = XMLFailure(reason: reason, message: message, offset: min(offset, bytes.count))
        xmlStopParser(context)
    }

    /// Called when the parser has returned.
    func finish(wellFormed: Bool) {
        if !wellFormed {
            fail(.syntax, "not well formed", at: bytes.count)
        }
        context = nil
    }

    private static func from(_ receiver: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
        receiver.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private var offset: Int { context.map { max(0, Int(xmlByteConsumed($0))) } ?? 0 }

    /// The offset of the `<` of the tag that has just been read: no `<` may stand inside a tag, so the nearest one
    /// before the parser's place is it.
    private var tagOffset: Int {
        var index = min(offset, bytes.count - 1)
        while index > 0, bytes[index] != UInt8(ascii: "<") { index -= 1 }
        return max(0, index)
    }

    private func start(
        _ name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?,
        attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        guard failure == nil else { return }
        elementCount += 1
        if open.count >= limits.depth {
            fail(.limit, "elements are nested more than \(limits.depth) deep, which is the limit", at: tagOffset)
        } else if elementCount > limits.elementCount {
            fail(.limit, "the file has more than \(limits.elementCount) elements, which is the limit", at: tagOffset)
        } else if count > limits.attributeCount {
            fail(
                .limit, "an element has \(count) attributes; the limit is \(limits.attributeCount)", at: tagOffset)
        }
        guard failure == nil else { return }
        var element = XMLElement(name: text(name, prefix: prefix), offset: tagOffset)
        element.attributes.reserveCapacity(count)
        // Five pointers an attribute: name, prefix, namespace, and both ends of the value.
        for index in 0..<count {
            guard let attributes, let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] else {
                continue
            }
            let value = UnsafeBufferPointer(start: start, count: end - start)
            element.attributes.append(
                XMLElement.Attribute(
                    name: text(attributes[index * 5], prefix: attributes[index * 5 + 1]),
                    value: String(decoding: value, as: UTF8.self)))
        }
        open.append(element)
    }

    private func end() {
        guard failure == nil, var element = open.popLast() else { return }
        if element.text.allSatisfy(\.isWhitespace) { element.text = "" }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    private func append(_ text: UnsafePointer<xmlChar>?, length: Int) {
        guard failure == nil, let text, !open.isEmpty else { return }
        open[open.count - 1].text += String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    }

    private func text(_ name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> String {
        guard let name else { return "" }
        let local = String(cString: name)
        let full = prefix.map { "\(String(cString: $0)):\(local)" } ?? local
        if full.utf8.count > limits.nameLengthBytes {
            fail(
                .limit, "a name has \(full.utf8.count) bytes; the limit is \(limits.nameLengthBytes)", at: tagOffset)
        }
        return full
    }

    private func meetDocumentType() {
        guard documentType == .refused else { return }
        fail(.documentType, "a document type declaration, which a data model never has", at: tagOffset)
    }

    private func meetDeclaration() {
        fail(.documentType, "a declaration of an entity, element or attribute, which is not allowed", at: tagOffset)
    }

    private func meetError(_ message: String) {
        // libxml2 ends its messages with a line feed, and some with a full stop.
        var clause = message.split(separator: "\n").joined(separator: " ")
        while clause.last == " " || clause.last == "." { clause.removeLast() }
        fail(.syntax, clause, at: offset)
    }
}
