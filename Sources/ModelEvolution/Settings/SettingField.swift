import ModelSchema

/// One setting of a kind of element: how it is read, and how it is written.
package struct SettingField<Element>: Sendable {
    /// Which setting.
    package let setting: ModelSetting
    /// What it can hold.
    package let kind: SettingKind
    /// The value that an element has.
    package let read: @Sendable (Element) -> SettingValue
    /// Writes a value; returns whether it was of the type that the setting has.
    package let write: @Sendable (inout Element, SettingValue) -> Bool
}

extension SettingField {
    static func text(_ setting: ModelSetting, _ path: any WritableKeyPath<Element, String> & Sendable) -> Self {
        Self(setting: setting, kind: .text) {
            .text($0[keyPath: path])
        } write: { element, value in
            guard case .text(let text) = value else { return false }
            element[keyPath: path] = text
            return true
        }
    }

    static func text(_ setting: ModelSetting, _ path: any WritableKeyPath<Element, String?> & Sendable) -> Self {
        Self(setting: setting, kind: .text) {
            $0[keyPath: path].map(SettingValue.text) ?? .none
        } write: { element, value in
            switch value {
            case .none: element[keyPath: path] = nil
            case .text(let text): element[keyPath: path] = text
            default: return false
            }
            return true
        }
    }

    static func flag(_ setting: ModelSetting, _ path: any WritableKeyPath<Element, Bool> & Sendable) -> Self {
        Self(setting: setting, kind: .flag) {
            .flag($0[keyPath: path])
        } write: { element, value in
            guard case .flag(let isSet) = value else { return false }
            element[keyPath: path] = isSet
            return true
        }
    }

    static func flag(_ setting: ModelSetting, _ path: any WritableKeyPath<Element, Bool?> & Sendable) -> Self {
        Self(setting: setting, kind: .flag) {
            $0[keyPath: path].map(SettingValue.flag) ?? .none
        } write: { element, value in
            switch value {
            case .none: element[keyPath: path] = nil
            case .flag(let isSet): element[keyPath: path] = isSet
            default: return false
            }
            return true
        }
    }

    static func number(_ setting: ModelSetting, _ path: any WritableKeyPath<Element, Int> & Sendable) -> Self {
        Self(setting: setting, kind: .count) {
            .number($0[keyPath: path])
        } write: { element, value in
            guard case .number(let number) = value else { return false }
            element[keyPath: path] = number
            return true
        }
    }

    static func names(_ setting: ModelSetting, _ path: any WritableKeyPath<Element, [String]> & Sendable) -> Self {
        Self(setting: setting, kind: .names) {
            .names($0[keyPath: path])
        } write: { element, value in
            guard case .names(let names) = value else { return false }
            element[keyPath: path] = names
            return true
        }
    }

    static func userInfo(_ path: any WritableKeyPath<Element, UserInfo> & Sendable) -> Self {
        Self(setting: .userInfo, kind: .userInfo) {
            .userInfo($0[keyPath: path])
        } write: { element, value in
            guard case .userInfo(let userInfo) = value else { return false }
            element[keyPath: path] = userInfo
            return true
        }
    }

    /// A setting that is one of the words of the format.
    static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ setting: ModelSetting, _ path: any WritableKeyPath<Element, Word> & Sendable
    ) -> Self {
        Self(setting: setting, kind: .words(Word.self)) {
            .text($0[keyPath: path].rawValue)
        } write: { element, value in
            guard case .text(let text) = value, let word = Word(rawValue: text) else { return false }
            element[keyPath: path] = word
            return true
        }
    }
}
