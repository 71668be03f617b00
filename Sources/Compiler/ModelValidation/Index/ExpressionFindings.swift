import ModelDiagnostics
import ModelExpressions
import ModelSchema

/// Runs the expression checker on all predicates and expressions of a model.
struct ExpressionFindings {
    private(set) var diagnostics: [Diagnostic] = []
    private let checker: ExpressionChecker

    init(
        in model: Model, entities: [EntityNode], fetchRequests: [(template: FetchRequestTemplate, path: SchemaPath)]
    ) {
        checker = ExpressionChecker(model)
        for (template, path) in fetchRequests {
            diagnostics += checker.check(template, anchor: path.setting("predicateString")).diagnostics
        }
        for entity in entities {
            for node in entity.fetchedProperties {
                let anchor = node.requestPath.setting("predicateString")
                diagnostics += checker.check(node.property, of: entity.entity, anchor: anchor).diagnostics
            }
            for node in entity.attributes where node.attribute.isDerived {
                let anchor = node.path.setting("derivationExpression")
                diagnostics +=
                    checker.checkDerivation(of: node.attribute, of: entity.entity, anchor: anchor).diagnostics
            }
            checkIndexes(of: entity)
            let anchor = entity.path.setting("coreSpotlightDisplayNameExpression")
            checkExpression(entity.entity.spotlightDisplayNameExpression, of: entity, at: anchor)
        }
    }

    private mutating func checkIndexes(of entity: EntityNode) {
        let indexes = entity.entity.indexes
        for (index, path) in zip(indexes, entity.path.paths(to: .fetchIndex, named: indexes.map(\.name))) {
            for (number, element) in index.elements.enumerated() {
                let anchor = path.appending(.fetchIndexElement, occurrence: number).setting("expression")
                checkExpression(element.expression, of: entity, at: anchor)
            }
            checkPredicate(index.partialIndexPredicate, of: entity, at: path.setting("partialIndexPredicate"))
        }
    }

    private mutating func checkExpression(_ text: String?, of entity: EntityNode, at anchor: SchemaPath) {
        guard let text, !text.isEmpty else { return }
        do {
            let expression = try ModelExpression(format: text)
            diagnostics += checker.check(expression, of: entity.entity, anchor: anchor).diagnostics
        } catch {
            diagnostics.append(.invalidFormat(error, at: anchor))
        }
    }

    private mutating func checkPredicate(_ text: String?, of entity: EntityNode, at anchor: SchemaPath) {
        guard let text, !text.isEmpty else { return }
        do {
            let predicate = try ModelPredicate(format: text)
            diagnostics += checker.check(predicate, of: entity.entity, anchor: anchor).diagnostics
        } catch {
            diagnostics.append(.invalidFormat(error, at: anchor))
        }
    }
}
