extension TemplateFilters {
    static let numbers: [TemplateFilter] = [
        TemplateFilter(
            "hexToInt", [], "Converts hexadecimal digits to a number.",
            examples: [.init(template: #"{{ "FF"|hexToInt }}"#, result: "255")]
        ) { Int(try $0.text(), radix: 16) },
        TemplateFilter(
            "int255toFloat", [], "Converts a number from 0 to 255 to a fraction of 255.",
            examples: [.init(template: "{{ 51|int255toFloat }}", result: "0.2")]
        ) {
            guard case .integer(let number) = $0.value else { throw FilterFailure("needs an integer") }
            return Float(number) / 255
        },
        TemplateFilter(
            "percent", [], "Converts a fraction to a percentage without decimals.",
            examples: [.init(template: "{{ 0.25|percent }}", result: "25%")]
        ) {
            guard let fraction = $0.value?.number.map({ Float($0) }),
                let percent = Int(exactly: (fraction * 100).rounded(.towardZero))
            else { throw FilterFailure("needs a number") }
            return "\(percent)%"
        },
    ]
}
