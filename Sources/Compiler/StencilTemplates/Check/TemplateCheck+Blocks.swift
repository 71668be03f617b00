extension TemplateCheck {
    mutating func checkCondition(_ tag: inout TemplateTag) throws(TemplateError) {
        attempt(&tag, Self.condition)
        var ends = ["endif", "elif", "else"]
        while var next = try walk(until: ends, of: tag, adding: [:]), next.name != "endif" {
            if next.name == "elif" { attempt(&next, Self.condition) } else { ends = ["endif"] }
        }
    }

    private static func condition(
        _ check: inout TemplateCheck, _ tag: inout TemplateTag
    ) throws(TemplateError) {
        let condition = try tag.parser.condition()
        try tag.parser.expectEnd()
        _ = check.type(of: condition, at: tag.place.index)
    }

    mutating func checkLoop(_ tag: inout TemplateTag) throws(TemplateError) {
        let outside = scopes
        defer { scopes = outside }
        var variables: [String: TemplateType] = ["forloop": .any]
        let isRead = attempt(&tag) { check, tag throws(TemplateError) in
            let header = try TemplateLoopHeader(&tag)
            let type = check.type(of: header.values, at: header.valuesStart)
            guard let elements = type.elements else {
                throw .notAList(header.values.text, type.text, in: check.source, at: header.valuesStart)
            }
            variables[header.names[0]] = elements.key ?? elements.value
            if header.names.count > 1 {
                variables[header.names[1]] = elements.value
            } else if case .any = elements.value {
                variables[header.names[0]] = .any
            }
            if let condition = header.condition {
                check.scopes = check.scopes.adding(variables)
                _ = check.type(of: condition, at: header.valuesStart)
            }
        }
        // The variables of the loop are then not known.
        if !isRead { scopes.isOpen = true }
        let end = try walk(until: ["endfor", "empty"], of: tag, adding: variables)
        scopes = outside
        if end?.name == "empty" { _ = try walk(until: ["endfor"], of: tag, adding: [:]) }
    }

    mutating func checkSet(_ tag: inout TemplateTag) throws(TemplateError) {
        guard let name = tag.parser.word()?.text else {
            return checker.report(tag.parser.syntax("the name of the variable is missing"))
        }
        if tag.parser.isAtEnd {
            _ = try walk(until: ["endset"], of: tag)
            scopes.define(name, .text)
            return
        }
        var type = TemplateType.any
        attempt(&tag) { check, tag throws(TemplateError) in
            let value = try tag.parser.value()
            try tag.parser.expectEnd()
            type = check.type(of: value, at: tag.place.index)
        }
        scopes.define(name, type)
    }

    mutating func checkMap(_ tag: inout TemplateTag) throws(TemplateError) {
        var variables: [String: TemplateType] = ["maploop": .any]
        var resultName: String?
        attempt(&tag) { check, tag throws(TemplateError) in
            let header = try TemplateMapHeader(&tag)
            resultName = header.resultName
            let type = check.type(of: header.values, at: header.valuesStart)
            if let name = header.itemName { variables[name] = type.elements?.value ?? .any }
            guard type.elements != nil else {
                throw .notAList(header.values.text, type.text, in: check.source, at: header.valuesStart)
            }
        }
        let end = try walk(until: ["endmap", "empty"], of: tag, adding: variables)
        if end?.name == "empty" { _ = try walk(until: ["endmap"], of: tag, adding: [:]) }
        if let resultName { scopes.define(resultName, .list(.text)) }
    }

    mutating func checkFilter(_ tag: inout TemplateTag) throws(TemplateError) {
        attempt(&tag) { check, tag throws(TemplateError) in
            let calls = try tag.parser.filterCalls()
            try tag.parser.expectEnd()
            _ = check.type(of: calls, at: tag.place.index)
        }
        _ = try walk(until: ["endfilter"], of: tag)
    }
}

extension TemplateExpression {
    /// The expression in messages.
    fileprivate var text: String {
        switch self {
        case .path(let path): path.text
        case .filtered(let value, let calls): ([value.text] + calls.map(\.name)).joined(separator: "|")
        case .text(let text): text
        case .integer(let integer): String(integer)
        default: "this"
        }
    }
}
