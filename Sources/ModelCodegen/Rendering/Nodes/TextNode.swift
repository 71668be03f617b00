/// Text that is copied.
struct TextNode: TemplateNode {
    let text: String

    func render(in scope: TemplateScope, into text: inout String) {
        text += self.text
    }
}
