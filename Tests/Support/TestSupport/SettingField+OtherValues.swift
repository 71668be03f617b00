package import ModelSchema

extension SettingField {
    /// The values of the setting that an element does not have; for settings with any number of values, some of them.
    package func otherValues(of element: Element) -> [ModelSettingValue] {
        let values: [ModelSettingValue] =
            switch kind {
            case .text: [.text("other")]
            case .flag: [.flag(true), .flag(false)]
            case .count: [.number(7)]
            case .word(let words): words.map(\.value)
            case .names: [.names(["E", "F"])]
            case .userInfo: [.userInfo(["key": "a \"value\""])]
            case .indexElements:
                [
                    .indexElements([
                        .init(propertyName: "b", kind: .rTree, order: .descending),
                        .init(propertyName: nil, expression: "a + 1", expressionType: "Integer 64"),
                    ])
                ]
            case .fetchRequest: [.fetchRequest(FetchRequestTemplate(name: "g", entityName: "F", fetchLimit: 3))]
            }
        return values.filter { $0 != read(element) }
    }
}
