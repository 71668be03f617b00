/// What stands between the brackets after a list.
public enum ElementPosition: Sendable, Hashable {
    /// `[FIRST]`.
    case first
    /// `[LAST]`.
    case last
    /// `[SIZE]`: not an element, but how many there are.
    case size
    /// `[index]`, counting from 0.
    case index(ModelExpression)
}
