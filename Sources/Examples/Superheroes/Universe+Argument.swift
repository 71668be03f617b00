import ArgumentParser

extension Universe: ExpressibleByArgument {
    init?(argument: String) {
        switch argument.lowercased() {
        case "marvel": self = .marvel
        case "dc": self = .dc
        default: return nil
        }
    }

    static var allValueStrings: [String] { ["marvel", "dc"] }

    /// The name as it is printed.
    var title: String {
        switch self {
        case .marvel: "Marvel"
        case .dc: "DC"
        }
    }
}
