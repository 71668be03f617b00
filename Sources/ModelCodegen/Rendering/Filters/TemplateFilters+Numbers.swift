extension TemplateFilters {
    static let numbers: [TemplateFilter] = [
        TemplateFilter(
            "hexToInt", [], "The number that hexadecimal digits stand for.",
            examples: [.init(template: #"{{ "FF"|hexToInt }}"#, result: "255")], result: .optional(.number)
        ) { Int(try $0.text(), radix: 16) },
        TemplateFilter(
            "int255toFloat", [], "A number from 0 to 255 as a fraction of 255.",
            examples: [.init(template: "{{ 51|int255toFloat }}", result: "0.2")], result: .number
        ) {
            guard let number = $0.value as? Int else { throw FilterFailure("needs a whole number") }
            return Float(number) / 255
        },
        TemplateFilter(
            "percent", [], "A fraction as a percentage, without decimals.",
            examples: [.init(template: "{{ 0.25|percent }}", result: "25%")]
        ) {
            let fraction: Float? =
                switch $0.value {
                case let number as Float: number
                case let number as Double: Float(number)
                case let number as Int: Float(number)
                default: nil
                }
            guard let percent = fraction.flatMap({ Int(exactly: ($0 * 100).rounded(.towardZero)) }) else {
                throw FilterFailure("needs a number")
            }
            return "\(percent)%"
        },
    ]
}
