import Stencil

/// A record as Stencil looks into it: a field by name, without any dictionary being built on the way.
///
/// Stencil prints an unknown variable as nothing, which hides spelling mistakes; so what is asked for in vain is noted.
@dynamicMemberLookup
final class TemplateObject<Record: TemplateRecord>: DynamicMemberLookup {
    private let record: Record
    private let unknownNames: UnknownNames

    init(_ record: Record, _ unknownNames: UnknownNames) {
        self.record = record
        self.unknownNames = unknownNames
    }

    subscript(dynamicMember member: String) -> Any? {
        guard let field = Record.fields[member] else {
            unknownNames.insert("\(Record.self).\(member)")
            return nil
        }
        return field.value(record, unknownNames)
    }
}
