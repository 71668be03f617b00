import ModelDiagnostics
import ModelSchema

/// Reads the elements of a model's XML.
///
/// The reader reports unknown names, but keeps stale and contradictory values, because checking them requires the whole
/// model.
struct ModelElementReader {
    var report: ReadingReport

    mutating func model(_ element: XMLElement, named name: String) -> Model {
        var model = value(of: element, as: ModelFormat.model)
        model.name = name
        for child in element.children {
            switch child.formatName {
            case .entity: model.entities.append(entity(child))
            case .fetchRequest: model.fetchRequestTemplates.append(fetchRequest(child))
            case .configuration: model.configurations.append(configuration(child))
            case .composite: model.composites.append(composite(child))
            // The positions of a diagram from older editors.
            case .elements: break
            default: report.addUnknownElement(child)
            }
        }
        return model
    }

    // MARK: Parts of every element

    /// Returns the value of an element's attributes. Reports problems with them, text in the element, which the format
    /// does not allow, and a missing name.
    ///
    /// - Parameter name: Returns the name of a value; nil if the format does not require a name.
    mutating func value<Value>(
        of element: XMLElement, as format: ElementFormat<Value>, name: ((Value) -> String)? = nil
    ) -> Value {
        let value = format.value(of: element) { attribute, problem in
            let name = element.document.names[attribute.name]
            guard let problem else { return report.addUnknownAttribute(name, of: element) }
            add(problem, value: attribute.value, of: name, at: element)
        }
        if !element.text.isEmpty {
            report.add(at: element, .xmlTextUnexpected) { .xmlTextUnexpected(in: element.name, at: $1) }
        }
        if name?(value).isEmpty == true {
            report.add(at: element, .missingName) { .missingName(of: element.name, at: $1) }
        }
        return value
    }

    /// Returns the value of an element whose format allows no inner elements.
    mutating func leaf<Value>(
        _ element: XMLElement, as format: ElementFormat<Value>, name: ((Value) -> String)? = nil
    ) -> Value {
        for child in element.children { report.addUnknownElement(child) }
        return value(of: element, as: format, name: name)
    }

    /// Reads the children with a name, and reports all others.
    mutating func children<Value>(
        _ name: FormatName, of element: XMLElement, _ read: (inout Self, XMLElement) -> Value
    ) -> [Value] {
        var values: [Value] = []
        for child in element.children {
            if child.formatName == name { values.append(read(&self, child)) } else { report.addUnknownElement(child) }
        }
        return values
    }

    /// Reads the children of an element that groups elements of one kind.
    mutating func values<Value>(
        _ name: FormatName, in container: XMLElement, _ read: (inout Self, XMLElement) -> Value
    ) -> [Value] {
        _ = value(of: container, as: ModelFormat.container)
        return children(name, of: container, read)
    }

    mutating func userInfo(_ element: XMLElement) -> [UserInfo.Entry] {
        values(.entry, in: element) { $0.leaf($1, as: ModelFormat.userInfoEntry) }
    }

    private mutating func add<Value>(
        _ problem: ElementField<Value>.Problem, value: String, of name: String, at element: XMLElement
    ) {
        let hint =
            switch problem {
            case .unreadable(let expected): "use \(expected)"
            case .unknown(let known): NearestName.hint(for: value, among: known)
            }
        if name == FormatName.attributeType.rawValue {
            report.add(at: element, attribute: name, .attributeTypeUnknown) {
                .attributeTypeUnknown(value, of: $0, at: $1, hint: hint)
            }
        } else {
            report.add(at: element, attribute: name, .xmlValueInvalid) {
                .xmlValueInvalid(value, of: name, at: $1, hint: hint)
            }
        }
    }

    // MARK: Elements of a model

    private mutating func configuration(_ element: XMLElement) -> Configuration {
        var configuration = value(of: element, as: ModelFormat.configuration, name: \.name)
        configuration.entityNames = children(.memberEntity, of: element) {
            $0.leaf($1, as: ModelFormat.memberEntity, name: \.self)
        }
        return configuration
    }

    private mutating func composite(_ element: XMLElement) -> Composite {
        var composite = value(of: element, as: ModelFormat.composite, name: \.name)
        composite.attributes = children(.attribute, of: element) { $0.attribute($1) }
        return composite
    }

    mutating func fetchRequest(_ element: XMLElement) -> FetchRequestTemplate {
        leaf(element, as: ModelFormat.fetchRequest, name: \.name)
    }
}
