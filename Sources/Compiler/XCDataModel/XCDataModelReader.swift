public import ModelDiagnostics
import ModelSchema

/// Reads the XML of one model version: the file called `contents` in an `.xcdatamodel` folder.
///
/// ```swift
/// var diagnostics: [Diagnostic] = []
/// let document = XCDataModelReader().read(bytes, named: source.modelName, into: &diagnostics)
/// for entity in document?.model.entities ?? [] { print(entity.name) }
/// ```
public struct XCDataModelReader: Sendable {
    /// The limits for documents.
    public var limits: XMLLimits

    /// Creates a reader with limits.
    public init(limits: XMLLimits = XMLLimits()) { self.limits = limits }

    /// Reads a model, and reports errors and unknown parts of its format.
    ///
    /// The reader does not check the meaning of the model, for example that names resolve. The validator does.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, which is not trusted. The reader accesses nothing outside it, and ``limits`` limit
    ///     its cost.
    ///   - name: The name of the model, which the XML does not contain.
    ///   - diagnostics: Receives warnings and errors.
    /// - Returns: The model, or nil if the bytes are not a data model.
    public func read(_ bytes: [UInt8], named name: String, into diagnostics: inout [Diagnostic]) -> ModelDocument? {
        let document: XMLDocument
        do {
            document = try XMLParser(limits: limits, names: FormatName.table).parse(bytes)
        } catch {
            diagnostics.append(.malformed(error, in: bytes))
            return nil
        }
        guard isDataModel(document, &diagnostics) else { return nil }
        var reader = ModelElementReader(report: ReadingReport(document))
        let model = reader.model(document.root, named: name)
        diagnostics += reader.report.finished()
        return ModelDocument(model: model, source: document)
    }

    private func isDataModel(_ document: XMLDocument, _ diagnostics: inout [Diagnostic]) -> Bool {
        let root = document.root
        func place(_ setting: String? = nil) -> Diagnostic.Anchor {
            let position = SourceMap(document).position(of: SchemaPath(setting: setting)) ?? (1, 1)
            return .source(line: position.line, column: position.column)
        }
        guard root.formatName == .model else {
            diagnostics.append(.notADataModel("the root element is <\(root.name)>, not <model>", at: place()))
            return false
        }
        guard let type = root[.type] else {
            diagnostics.append(.notADataModel("<model> has no type", at: place()))
            return false
        }
        guard type == ModelFormat.documentType else {
            diagnostics.append(.notADataModel("the type is '\(type)'", at: place("type")))
            return false
        }
        return true
    }
}
