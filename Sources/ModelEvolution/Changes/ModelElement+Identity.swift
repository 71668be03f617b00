extension ModelElement {
    /// What migration pairs the element by; nil for elements without a renaming identifier.
    var continuedIdentity: String? {
        switch self {
        case .entity(let entity): entity.continuedIdentity
        case .attribute(let attribute): attribute.continuedIdentity
        case .relationship(let relationship): relationship.continuedIdentity
        default: nil
        }
    }
}
