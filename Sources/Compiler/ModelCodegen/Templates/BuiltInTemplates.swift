import CTemplates

/// The text of the templates in `Templates/`, which are part of the binary.
///
/// ```swift
/// let text = BuiltInTemplates.all["header"] ?? ""  // Templates/header.stencil
/// ```
public enum BuiltInTemplates {
    /// The templates by name, without their extension.
    public static let all = Dictionary(
        uniqueKeysWithValues: UnsafeBufferPointer(start: embedded_templates, count: embedded_template_count).map {
            (String(cString: $0.name), text(of: $0))
        })

    private static func text(of template: embedded_template) -> String {
        let bytes = UnsafeRawBufferPointer(start: template.text, count: template.length)
        return String(decoding: bytes, as: UTF8.self)
    }
}
