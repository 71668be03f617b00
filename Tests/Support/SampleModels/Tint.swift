/// An enum written by hand, which the model `AllTypes` wraps an attribute in.
public enum Tint: Int16, Sendable {
    case none = 0
    case red = 3
}
