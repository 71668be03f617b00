import CLibXML2

/// Creates a document from the events of the parser.
///
/// The builder reports only the first failure, because later ones are often its consequences. It copies libxml2's text
/// before a failure stops the parser, because stopping frees the text.
struct XMLDocumentBuilder {
    private(set) var failure: XMLError?

    private let bytes: [UInt8]
    private let limits: XMLLimits
    private let documentType: XMLParser.DocumentType
    let context: xmlParserCtxtPtr

    private var names: XMLNameTable
    private var recentNames = RecentNames()
    private var nodes: [XMLDocument.Node] = []
    private var attributes: [XMLDocument.Attribute] = []
    private var texts: [Int: String] = [:]
    private var remarks: [Int: [XMLRemark]] = [:]
    private var open: [(node: Int, text: [UInt8])] = []
    private var depth = 0

    init(bytes: [UInt8], parser: XMLParser, context: xmlParserCtxtPtr) {
        self.bytes = bytes
        limits = parser.limits
        documentType = parser.documentType
        names = parser.names
        self.context = context
        // A typical line of a model has a hundred bytes, with an element and four attributes.
        nodes.reserveCapacity(bytes.count / 96)
        attributes.reserveCapacity(bytes.count / 24)
    }

    /// Returns the document; nil if it has no element.
    func finished() -> XMLDocument? {
        guard !nodes.isEmpty else { return nil }
        return XMLDocument(
            bytes: bytes, names: names.names, nodes: nodes, attributes: attributes, texts: texts, remarks: remarks)
    }

    mutating func fail(_ reason: XMLError.Reason, _ message: String, at offset: Int) {
        guard failure == nil else { return }
        failure = XMLError(reason: reason, message: message, offset: min(offset, bytes.count))
    }

    // MARK: Events

    mutating func startElement(_ tag: XMLStartTag) {
        guard failure == nil, isWithinLimits(tag) else { return }
        let node = nodes.count
        let firstAttribute = attributes.count
        for index in 0..<tag.namespaceCount {
            appendNamespace(prefix: tag.namespaces?[index * 2], address: tag.namespaces?[index * 2 + 1])
        }
        // Five pointers for each attribute: name, prefix, namespace, and both ends of the value.
        for index in 0..<tag.attributeCount {
            guard let fields = tag.attributes?.advanced(by: index * 5), let start = fields[3], let end = fields[4]
            else { continue }
            attributes.append(
                XMLDocument.Attribute(
                    name: number(of: fields[0], prefix: fields[1]),
                    value: String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)))
        }
        nodes.append(
            XMLDocument.Node(
                name: number(of: tag.name, prefix: tag.prefix), firstAttribute: firstAttribute,
                attributeCount: attributes.count - firstAttribute, parent: depth == 0 ? -1 : open[depth - 1].node,
                end: node + 1, tagEnd: offset))
        push(node)
    }

    mutating func endElement() {
        guard failure == nil, depth > 0 else { return }
        depth -= 1
        let node = open[depth].node
        nodes[node].end = nodes.count
        if let start = open[depth].text.firstIndex(where: { !$0.isXMLSpace }),
            let end = open[depth].text.lastIndex(where: { !$0.isXMLSpace })
        {
            texts[node] = String(decoding: open[depth].text[start...end], as: UTF8.self)
        }
        open[depth].text.removeAll(keepingCapacity: true)
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>) {
        guard failure == nil, depth > 0 else { return }
        open[depth - 1].text.append(contentsOf: text)
    }

    mutating func remark(_ remark: XMLRemark) {
        guard failure == nil else { return }
        remarks[nodes.count, default: []].append(remark)
    }

    mutating func documentTypeDeclaration() {
        guard documentType == .refused else { return }
        fail(.documentType, "a data model cannot declare a document type", at: tagOffset)
    }

    mutating func declaration() {
        fail(.documentType, "a data model cannot declare an entity, element, or attribute", at: tagOffset)
    }

    mutating func error(_ error: xmlError) {
        var clause = error.message.map { String(cString: $0) } ?? "not well formed"
        // libxml2 ends its messages with a line feed, and some with a full stop.
        clause = clause.split(separator: "\n").joined(separator: " ")
        while clause.last == " " || clause.last == "." { clause.removeLast() }
        fail(.syntax, clause, at: place(of: error))
    }

    // MARK: Parts

    private var offset: Int { max(0, Int(xmlByteConsumed(context))) }
    private var tagOffset: Int { bytes.offsetOfTag(before: offset) }

    /// Returns the position of an error. libxml2 detects most errors at their position, but some only later.
    private func place(of error: xmlError) -> Int {
        switch xmlParserErrors(UInt32(bitPattern: error.code)) {
        case XML_ERR_TAG_NAME_MISMATCH: return tagOffset
        case XML_ERR_ATTRIBUTE_REDEFINED:
            let name = [error.str2, error.str1].compactMap { $0.map { String(cString: $0) } }.joined(separator: ":")
            let places = XMLTagAttributes(of: bytes, at: tagOffset).filter { bytes[$0].elementsEqual(name.utf8) }
            return places.dropFirst().first?.lowerBound ?? offset
        default: return offset
        }
    }

    private mutating func isWithinLimits(_ tag: XMLStartTag) -> Bool {
        if depth >= limits.depth {
            fail(.limit, "elements are nested more than \(limits.depth) levels deep, the limit", at: tagOffset)
        } else if nodes.count >= limits.elementCount {
            fail(.limit, "the file has more than \(limits.elementCount) elements, the limit", at: tagOffset)
        } else if tag.attributeCount + tag.namespaceCount > limits.attributeCount {
            fail(.limit, "an element has more than \(limits.attributeCount) attributes, the limit", at: tagOffset)
        }
        return failure == nil
    }

    private mutating func push(_ node: Int) {
        if depth == open.count { open.append((node, [])) } else { open[depth].node = node }
        depth += 1
    }

    /// Adds a namespace declaration as an attribute, because it has no meaning in a model but must be kept.
    private mutating func appendNamespace(prefix: UnsafePointer<xmlChar>??, address: UnsafePointer<xmlChar>??) {
        let name = if case .some(.some(let prefix)) = prefix { "xmlns:" + String(cString: prefix) } else { "xmlns" }
        let value = if case .some(.some(let address)) = address { String(cString: address) } else { "" }
        checkLength(of: name)
        attributes.append(XMLDocument.Attribute(name: names.number(of: name), value: value))
    }

    private mutating func number(of name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int {
        guard let name else { return names.number(of: "") }
        if let prefix {
            let full = "\(String(cString: prefix)):\(String(cString: name))"
            checkLength(of: full)
            return names.number(of: full)
        }
        if let number = recentNames[name] { return number }
        let text = String(cString: name)
        checkLength(of: text)
        let number = names.number(of: text)
        recentNames[name] = number
        return number
    }

    private mutating func checkLength(of name: String) {
        guard name.utf8.count > limits.nameLengthBytes else { return }
        fail(.limit, "a name has \(name.utf8.count) bytes; the limit is \(limits.nameLengthBytes)", at: tagOffset)
    }
}

/// A start tag from libxml2. The pointers are valid only during the event.
struct XMLStartTag {
    var name: UnsafePointer<xmlChar>?
    var prefix: UnsafePointer<xmlChar>?
    var namespaceCount: Int
    var namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    var attributeCount: Int
    var attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
}

/// The numbers of names by their addresses, because libxml2 stores each name of a document once.
private struct RecentNames {
    private var slots: [(address: UnsafePointer<xmlChar>?, number: Int)] = Array(repeating: (nil, 0), count: 256)

    subscript(_ name: UnsafePointer<xmlChar>) -> Int? {
        get {
            let slot = slots[Self.slot(of: name)]
            return slot.address == name ? slot.number : nil
        }
        set {
            guard let newValue else { return }
            slots[Self.slot(of: name)] = (name, newValue)
        }
    }

    /// Returns the slot of a name. Names are adjacent in memory, so the lowest bits of their addresses differ.
    private static func slot(of name: UnsafePointer<xmlChar>) -> Int {
        let address = UInt(bitPattern: name)
        return Int((address ^ address >> 8) & 0xFF)
    }
}

extension UInt8 {
    /// Whether the byte is white space in XML.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
