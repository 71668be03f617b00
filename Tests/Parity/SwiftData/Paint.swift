import Foundation

/// The value of a Transformable attribute of the model `Values`, as an app writes it by hand.
public final class Paint: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    public init?(coder: NSCoder) {}

    public func encode(with coder: NSCoder) {}
}
