import ArgumentParser
import ModelCodegen

/// `modelgen template list`
struct ListTemplates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the built-in templates: the name, what the template renders, and what it receives.")

    func run() throws {
        let templates = BuiltInTemplate.all
        let nameWidth = templates.map(\.name.count).max() ?? 0
        let contextWidth = templates.map(\.contextName.count).max() ?? 0
        for template in templates {
            let name = template.name.padding(to: nameWidth)
            print("\(name)  \(template.contextName.padding(to: contextWidth))  \(template.summary)")
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
