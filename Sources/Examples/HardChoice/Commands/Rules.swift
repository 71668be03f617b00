import ArgumentParser
import ObjectGraph

struct Rules: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the four delete rules on a department and its employees.")

    @MainActor func run() async throws {
        print("The department Sales, with Ann and Bob, is deleted.")
        for rule in [DeleteRule.deny, .nullify, .cascade, .noAction] {
            print("\(rule.rawValue):")
            for line in try DepartmentDeletion(rule: rule).outcome() { print("  \(line)") }
        }
    }
}
