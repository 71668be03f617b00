/// A setting of a kind of element, with functions that read and write it.
package struct SettingField<Element>: Sendable {
    package typealias Path<Value> = @Sendable () -> WritableKeyPath<Element, Value>

    /// The setting.
    package let setting: ModelSetting
    /// The kind of its values.
    package let kind: SettingKind
    /// Whether every form of an element contains it, even if it has its default value.
    package let isAlwaysWritten: Bool
    /// Returns the value of an element.
    package let read: @Sendable (Element) -> ModelSettingValue
    /// Writes a value, and returns whether it has the type of the setting.
    package let write: @Sendable (inout Element, ModelSettingValue) -> Bool
}

// The functions and the literal key paths in autoclosures are inlined, so that the closures read and write properties.
extension SettingField {
    /// Creates a field for the name of an element.
    @inline(__always) static func name(_ path: @autoclosure @escaping Path<String>, as setting: ModelSetting = .name)
        -> Self
    {
        Self(text: setting, isAlwaysWritten: true, path())
    }

    @inline(__always) static func text(_ setting: ModelSetting, _ path: @autoclosure @escaping Path<String>) -> Self {
        Self(text: setting, isAlwaysWritten: false, path())
    }

    @inline(__always) private init(
        text setting: ModelSetting, isAlwaysWritten: Bool, _ path: @autoclosure @escaping Path<String>
    ) {
        self.init(setting: setting, kind: .text, isAlwaysWritten: isAlwaysWritten) {
            .text($0[keyPath: path()])
        } write: { element, value in
            guard case .text(let text) = value else { return false }
            element[keyPath: path()] = text
            return true
        }
    }

    @inline(__always) static func text(_ setting: ModelSetting, _ path: @autoclosure @escaping Path<String?>) -> Self {
        Self(setting: setting, kind: .text, isAlwaysWritten: false) {
            $0[keyPath: path()].map(ModelSettingValue.text) ?? .none
        } write: { element, value in
            switch value {
            case .none: element[keyPath: path()] = nil
            case .text(let text): element[keyPath: path()] = text
            default: return false
            }
            return true
        }
    }

    @inline(__always) static func flag(_ setting: ModelSetting, _ path: @autoclosure @escaping Path<Bool>) -> Self {
        Self(setting: setting, kind: .flag(isOptional: false), isAlwaysWritten: false) {
            .flag($0[keyPath: path()])
        } write: { element, value in
            guard case .flag(let isSet) = value else { return false }
            element[keyPath: path()] = isSet
            return true
        }
    }

    /// Creates a field for an optional flag.
    @inline(__always) static func flag(_ setting: ModelSetting, _ path: @autoclosure @escaping Path<Bool?>) -> Self {
        Self(setting: setting, kind: .flag(isOptional: true), isAlwaysWritten: false) {
            $0[keyPath: path()].map(ModelSettingValue.flag) ?? .none
        } write: { element, value in
            switch value {
            case .none: element[keyPath: path()] = nil
            case .flag(let isSet): element[keyPath: path()] = isSet
            default: return false
            }
            return true
        }
    }

    @inline(__always) static func number(_ setting: ModelSetting, _ path: @autoclosure @escaping Path<Int>) -> Self {
        Self(setting: setting, kind: .count, isAlwaysWritten: false) {
            .number($0[keyPath: path()])
        } write: { element, value in
            guard case .number(let number) = value else { return false }
            element[keyPath: path()] = number
            return true
        }
    }

    @inline(__always) static func names(_ setting: ModelSetting, _ path: @autoclosure @escaping Path<[String]>) -> Self
    {
        Self(setting: setting, kind: .names, isAlwaysWritten: false) {
            .names($0[keyPath: path()])
        } write: { element, value in
            guard case .names(let names) = value else { return false }
            element[keyPath: path()] = names
            return true
        }
    }

    @inline(__always) static func userInfo(_ path: @autoclosure @escaping Path<UserInfo>) -> Self {
        Self(setting: .userInfo, kind: .userInfo, isAlwaysWritten: false) {
            .userInfo($0[keyPath: path()])
        } write: { element, value in
            guard case .userInfo(let userInfo) = value else { return false }
            element[keyPath: path()] = userInfo
            return true
        }
    }

    /// Creates a field for one of the words of the format.
    @inline(__always) static func word<Word: SchemaWording & RawRepresentable<String>>(
        _ setting: ModelSetting, _ path: @autoclosure @escaping Path<Word>, isAlwaysWritten: Bool = true
    ) -> Self {
        Self(setting: setting, kind: .words(Word.self), isAlwaysWritten: isAlwaysWritten) {
            .text($0[keyPath: path()].rawValue)
        } write: { element, value in
            guard case .text(let text) = value, let word = Word(rawValue: text) else { return false }
            element[keyPath: path()] = word
            return true
        }
    }

    /// Creates a field for an optional word of the format.
    @inline(__always) static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ setting: ModelSetting, _ path: @autoclosure @escaping Path<Word?>
    ) -> Self {
        let words = Word.allCases.map { SettingKind.Word(text: $0.rawValue, value: .text($0.rawValue)) }
        return Self(setting: setting, kind: .word(words), isAlwaysWritten: false) {
            $0[keyPath: path()].map { .text($0.rawValue) } ?? .none
        } write: { element, value in
            switch value {
            case .none: element[keyPath: path()] = nil
            case .text(let text):
                guard let word = Word(rawValue: text) else { return false }
                element[keyPath: path()] = word
            default: return false
            }
            return true
        }
    }
}
