import Foundation
public import ModelExpressions

extension QueryStructure {
    /// A composite. It is open, since members that are nil are left out of it.
    @usableFromInline
    init(composite values: [String: AttributeValue]) {
        self.init(name: "composite", members: values.mapValues(ConstantValue.init), isOpen: true)
    }
}

extension ConstantValue {
    @usableFromInline
    package init(_ value: AttributeValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .float(let number): self = .real(Double(number))
        case .double(let number): self = .real(number)
        case .decimal(let number): self = .decimal(number.description)
        case .string(let text): self = .string(text)
        case .date(let date): self = .date(date.timeIntervalSinceReferenceDate)
        case .binary(let data): self = .data([UInt8](data))
        case .uuid(let uuid): self = .uuid(uuid.uuidString)
        case .uri(let url): self = .url(url.absoluteString)
        case .composite(let values): self = .opaque(OpaqueValue(QueryStructure(composite: values)))
        }
    }
}
