import CoreData

/// An enum written by hand, which the model `AllTypes` wraps an attribute in.
public enum Tint: Int16, Sendable {
    case none = 0
    case red = 3
}

/// A class written by hand, of an entity of the model `Inheritance` that leaves it to the program.
public class Boat: Vehicle {}
