/// An attribute of an XML element, and the part of the model that it says something about.
///
/// One description serves reading and writing, so neither can know a name or a spelling that the other does not.
struct ElementField<Value>: Sendable {
    /// What is wrong with an attribute's text.
    enum Problem: Equatable {
        /// The text cannot be read; says what could.
        case unreadable(expected: String)
        /// The text is none of the known spellings.
        case unknown(known: [String])
    }

    let name: FormatName
    /// Whether the model has no place for it, so that it is written as it was read.
    var isKept = false
    /// Whether a text that cannot be read is written back, as long as the model says what was assumed instead.
    var keepsUnreadableText = true
    /// Puts a text into a value, or leaves the value alone and says what is wrong.
    let read: @Sendable (String, inout Value) -> Problem?
    /// The text for a value; nil if the attribute is to be left out.
    let write: @Sendable (Value) -> String?
}

extension ElementField {
    typealias Path<Part> = any WritableKeyPath<Value, Part> & Sendable

    /// A text that is always written.
    static func text(_ name: FormatName, _ path: Path<String>) -> Self {
        Self(name: name, read: { put($0, at: path, of: &$1) }, write: { $0[keyPath: path] })
    }

    /// A text that is left out if there is none.
    static func text(_ name: FormatName, _ path: Path<String?>) -> Self {
        Self(name: name, read: { put($0, at: path, of: &$1) }, write: { $0[keyPath: path] })
    }

    private static func put<Text>(_ text: Text, at path: Path<Text>, of value: inout Value) -> Problem? {
        value[keyPath: path] = text
        return nil
    }

    /// A flag that is written only where it is set.
    static func flag(_ name: FormatName, _ path: Path<Bool>) -> Self {
        Self(
            name: name,
            read: { text, value in
                guard let flag = Flag.value(of: text) else { return Flag.problem() }
                value[keyPath: path] = flag
                return nil
            },
            write: { $0[keyPath: path] ? Flag.text(true) : nil })
    }

    /// A flag whose absence says something else than NO.
    static func flag(_ name: FormatName, _ path: Path<Bool?>) -> Self {
        Self(
            name: name,
            read: { text, value in
                guard let flag = Flag.value(of: text) else { return Flag.problem() }
                value[keyPath: path] = flag
                return nil
            },
            write: { $0[keyPath: path].map(Flag.text) })
    }

    /// An integer that is left out where it is 0.
    static func number(_ name: FormatName, _ path: Path<Int>) -> Self {
        Self(
            name: name,
            read: { text, value in
                guard let number = Int(text) else { return .unreadable(expected: "an integer") }
                value[keyPath: path] = number
                return nil
            },
            write: { $0[keyPath: path] == 0 ? nil : String($0[keyPath: path]) })
    }

    /// One of a list of spellings.
    ///
    /// - Parameter omitted: The choice that is left out; nil to write every one.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
        _ name: FormatName, _ path: Path<Choice>, omitted: Choice? = nil
    ) -> Self {
        Self(
            name: name,
            read: { text, value in
                guard let choice = Choice(rawValue: text) else {
                    return .unknown(known: Choice.allCases.map(\.rawValue))
                }
                value[keyPath: path] = choice
                return nil
            },
            write: { $0[keyPath: path] == omitted ? nil : $0[keyPath: path].rawValue })
    }

    /// One of a list of spellings, or none.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: FormatName, _ path: Path<Choice?>
    ) -> Self {
        Self(
            name: name,
            read: { text, value in
                guard let choice = Choice(rawValue: text) else {
                    return .unknown(known: Choice.allCases.map(\.rawValue))
                }
                value[keyPath: path] = choice
                return nil
            },
            write: { $0[keyPath: path]?.rawValue })
    }
}

/// The spellings of a flag.
enum Flag {
    static func value(of text: String) -> Bool? {
        switch text {
        case "YES", "true": true
        case "NO", "false": false
        default: nil
        }
    }

    fileprivate static func text(_ value: Bool) -> String { value ? "YES" : "NO" }

    fileprivate static func problem<Value>() -> ElementField<Value>.Problem { .unreadable(expected: "YES or NO") }
}
