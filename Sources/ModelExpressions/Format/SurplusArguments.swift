/// What happens to arguments that no placeholder asks for.
public enum SurplusArguments: Sendable, Hashable {
    /// They are an error: something was forgotten.
    case areErrors
    /// They are left alone, as Apple's initializers do.
    case areIgnored
}
