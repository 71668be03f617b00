/// What one template receives: a value made for it, with every decision taken.
protocol TemplateContext: Sendable {
    /// The name of the template that renders it.
    static var templateName: String { get }
}
