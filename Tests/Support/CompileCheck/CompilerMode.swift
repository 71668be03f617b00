/// A way in which adopters compile generated code.
public enum CompilerMode: String, Sendable, Hashable, CaseIterable {
    /// Swift 5, as most apps still are.
    case swift5 = "Swift 5"
    /// Swift 6, with the upcoming features that tell the most about imports and existentials.
    case swift6 = "Swift 6"
    /// Swift 6 in a module whose declarations belong to the main actor unless they say otherwise.
    case mainActor = "Swift 6, MainActor"

    var flags: [String] {
        switch self {
        case .swift5:
            ["-swift-version", "5"]
        case .swift6:
            ["-swift-version", "6"]
                + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
                .flatMap { ["-enable-upcoming-feature", $0] }
        case .mainActor:
            ["-swift-version", "6", "-default-isolation", "MainActor"]
        }
    }
}
