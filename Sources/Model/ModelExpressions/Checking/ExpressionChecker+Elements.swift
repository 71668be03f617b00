import ModelDiagnostics
public import ModelSchema

extension ExpressionChecker {
    /// Parses and checks the predicate of a fetch request template. In the report, `variableTypes` contains the types
    /// of its parameters.
    ///
    /// The report is empty if there is no predicate, or if the template's entity is unknown.
    public func check(_ template: FetchRequestTemplate, anchor: SchemaPath) -> ExpressionReport {
        check(template, variables: [:], anchor: anchor)
    }

    /// Parses and checks the predicate of a fetched property, where `$FETCH_SOURCE` is an object of the entity with the
    /// property, and `$FETCHED_PROPERTY` is the property itself.
    public func check(_ property: FetchedProperty, of source: Entity, anchor: SchemaPath) -> ExpressionReport {
        let known: [String: ExpressionType] = [
            "FETCH_SOURCE": .object(entityName: source.name), "FETCHED_PROPERTY": .unknown,
        ]
        var report = check(property.fetchRequest, variables: known, anchor: anchor)
        // Only the framework can give a value to a variable here.
        for name in report.variableTypes.keys.sorted() where known[name] == nil {
            report.diagnostics.append(
                .unknownVariable(name, nearest: NearestName.to(name, among: known.keys.sorted()), at: anchor))
        }
        return report
    }

    /// Parses and checks the derivation of an attribute.
    public func checkDerivation(of attribute: Attribute, of entity: Entity, anchor: SchemaPath) -> ExpressionReport {
        guard let text = attribute.derivationExpression else { return ExpressionReport() }
        do {
            let expression = try ModelExpression(derivation: text)
            var report = check(expression, of: entity, anchor: anchor)
            if !expression.isDerivation {
                report.diagnostics.append(.unsupportedDerivation(expression, at: anchor))
            }
            let own = ExpressionType(of: attribute)
            if let expected = own.family, let found = report.type.family, expected != found,
                // Models store the time of a save as a number.
                !(found == .date && expected == .number)
            {
                report.diagnostics.append(.derivationMismatch(own, report.type, at: anchor))
            }
            return report
        } catch {
            return ExpressionReport(diagnostics: [.invalidFormat(error, at: anchor)], type: .unknown)
        }
    }

    private func check(
        _ template: FetchRequestTemplate, variables: [String: ExpressionType], anchor: SchemaPath
    ) -> ExpressionReport {
        guard let text = template.predicateString, !text.isEmpty, let entityName = template.entityName,
            let entity = model.entity(named: entityName)
        else { return ExpressionReport() }
        do {
            let predicate = try ModelPredicate(format: text)
            return check(predicate, of: entity, variables: variables, anchor: anchor)
        } catch {
            return ExpressionReport(diagnostics: [.invalidFormat(error, at: anchor)])
        }
    }
}

extension ModelExpression {
    /// Whether a store can keep the derivation up to date: a key path that ends in a value, the number or the sum of
    /// related objects, a string without case or diacritics, or the time of the save.
    fileprivate var isDerivation: Bool {
        switch self {
        case .keyPath(let path, .evaluatedObject):
            path.components.allSatisfy { component in
                switch component {
                case .key, .collectionOperator(.count), .collectionOperator(.sum): true
                case .collectionOperator: false
                }
            }
        case .function(.canonical, let arguments), .function(.uppercase, let arguments),
            .function(.lowercase, let arguments):
            arguments.allSatisfy { if case .keyPath(_, .evaluatedObject) = $0 { true } else { false } }
        case .function(.now, _): true
        default: false
        }
    }
}
