import CLibXML2

/// Forwards libxml2's events to a builder.
///
/// All other events are off, because libxml2's own handlers expect a parser context as their receiver.
enum XMLEvents {
    /// - Parameter builder: A pointer that stays valid until the parser returns.
    static func route(_ context: xmlParserCtxtPtr, to builder: UnsafeMutablePointer<XMLDocumentBuilder>) {
        guard let events = context.pointee.sax else { return }
        context.pointee.userData = UnsafeMutableRawPointer(builder)
        events.pointee = xmlSAXHandler()
        events.pointee.initialized = UInt32(XML_SAX2_MAGIC)
        routeContent(events)
        routeDocumentType(events)
        events.pointee.serror = { receiver, error in
            guard let error = error?.pointee, error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
            XMLEvents.target(of: receiver)?.pointee.error(error)
        }
    }

    private static func routeContent(_ events: xmlSAXHandlerPtr) {
        events.pointee.startElementNs = {
            receiver, name, prefix, _, namespaceCount, namespaces, attributeCount, _, attributes in
            guard let builder = XMLEvents.target(of: receiver) else { return }
            builder.pointee.startElement(
                XMLStartTag(
                    name: name, prefix: prefix, namespaceCount: Int(namespaceCount), namespaces: namespaces,
                    attributeCount: Int(attributeCount), attributes: attributes))
            XMLEvents.stopIfFailed(builder)
        }
        events.pointee.endElementNs = { receiver, _, _, _ in XMLEvents.target(of: receiver)?.pointee.endElement() }
        events.pointee.characters = { receiver, text, length in
            XMLEvents.target(of: receiver)?.pointee.characters(UnsafeBufferPointer(start: text, count: Int(length)))
        }
        events.pointee.comment = { receiver, text in
            guard let text else { return }
            XMLEvents.target(of: receiver)?.pointee.remark(.comment(String(cString: text)))
        }
        events.pointee.processingInstruction = { receiver, name, data in
            guard let name else { return }
            let data = data.map { String(cString: $0) } ?? ""
            XMLEvents.target(of: receiver)?.pointee.remark(
                .processingInstruction(name: String(cString: name), data: data))
        }
        events.pointee.cdataBlock = events.pointee.characters
        events.pointee.ignorableWhitespace = events.pointee.characters
    }

    private static func routeDocumentType(_ events: xmlSAXHandlerPtr) {
        events.pointee.getEntity = { _, name in xmlGetPredefinedEntity(name) }
        events.pointee.internalSubset = { receiver, _, _, _ in
            guard let builder = XMLEvents.target(of: receiver) else { return }
            builder.pointee.documentTypeDeclaration()
            XMLEvents.stopIfFailed(builder)
        }
        events.pointee.entityDecl = { receiver, _, _, _, _, _ in XMLEvents.declaration(receiver) }
        events.pointee.elementDecl = { receiver, _, _, _ in XMLEvents.declaration(receiver) }
        events.pointee.notationDecl = { receiver, _, _, _ in XMLEvents.declaration(receiver) }
        events.pointee.unparsedEntityDecl = { receiver, _, _, _, _ in XMLEvents.declaration(receiver) }
        events.pointee.attributeDecl = { receiver, _, _, _, _, _, values in
            // The receiver of this event owns the list of values.
            xmlFreeEnumeration(values)
            XMLEvents.declaration(receiver)
        }
    }

    private static func target(of receiver: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLDocumentBuilder>? {
        receiver?.assumingMemoryBound(to: XMLDocumentBuilder.self)
    }

    private static func declaration(_ receiver: UnsafeMutableRawPointer?) {
        guard let builder = target(of: receiver) else { return }
        builder.pointee.declaration()
        stopIfFailed(builder)
    }

    /// Stops the parser after a failure. Events call it last, because it frees libxml2's text.
    private static func stopIfFailed(_ builder: UnsafeMutablePointer<XMLDocumentBuilder>) {
        guard builder.pointee.failure != nil else { return }
        xmlStopParser(builder.pointee.context)
    }
}
