#if compiler(>=6.2)
    public import Testing

    extension ExitTest.Result {
        /// What a process says that ends with an error of the program: the message that Swift prints, without the place
        /// in the sources, and with `…` for addresses and UUIDs; nil where there is none. Observe
        /// `\.standardErrorContent` for it.
        public var fatalMessage: String? {
            let text = String(decoding: standardErrorContent, as: UTF8.self)
            guard let mark = text.firstMatch(of: #/(?:Fatal error|Precondition failed): /#) else { return nil }
            return String(text[mark.range.upperBound...].prefix { $0 != "\n" })
                .replacing(/0x[0-9a-f]+|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "…")
        }
    }
#endif
