public import ModelSchema

extension Model {
    /// The predicates and expressions that contain a string, such as the name of an entity in
    /// `entity.name == "Order"`, each as a phrase. A rename does not change strings, because only people know what they
    /// mean.
    public func expressions(containing string: String) -> [String] {
        var found: [String] = []
        func check(_ text: String?, _ place: String) {
            guard let text, ["\"\(string)\"", "'\(string)'"].contains(where: text.contains) else { return }
            found.append(place)
        }
        for request in fetchRequestTemplates {
            check(request.predicateString, "the predicate of fetch request '\(request.name)'")
        }
        for entity in entities {
            for property in entity.fetchedProperties {
                check(
                    property.fetchRequest.predicateString, "the predicate of '\(entity.name)/\(property.name)'")
            }
            for attribute in entity.attributes {
                check(attribute.derivationExpression, "the derivation of '\(entity.name)/\(attribute.name)'")
            }
            for index in entity.indexes {
                check(index.partialIndexPredicate, "the predicate of '\(entity.name)/\(index.name)'")
                for element in index.elements {
                    check(element.expression, "an expression of '\(entity.name)/\(index.name)'")
                }
            }
            check(entity.spotlightDisplayNameExpression, "the Spotlight expression of '\(entity.name)'")
        }
        return found
    }
}
