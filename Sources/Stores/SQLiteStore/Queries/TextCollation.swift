import CSQLite
import Foundation
import ObjectGraph

/// A SQL collation with the string order of the runtime.
final class TextCollation {
    private let comparison: SortComparison

    private init(_ comparison: SortComparison) { self.comparison = comparison }

    static func name(of comparison: SortComparison) -> String {
        switch comparison {
        case .plain: "modelgen_plain"
        case .caseInsensitive: "modelgen_case_insensitive"
        case .localized: "modelgen_localized"
        case .localizedCaseInsensitive: "modelgen_localized_case_insensitive"
        case .localizedStandard: "modelgen_localized_standard"
        }
    }

    /// Registers the collations with a connection, which owns them.
    static func register(on handle: OpaquePointer) {
        for comparison in SortComparison.allCases {
            sqlite3_create_collation_v2(
                handle, name(of: comparison), SQLITE_UTF8,
                Unmanaged.passRetained(TextCollation(comparison)).toOpaque(),
                { collation, leftCount, left, rightCount, right in
                    guard let collation else { return 0 }
                    return Unmanaged<TextCollation>.fromOpaque(collation).takeUnretainedValue().order(
                        UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
                        UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
                }, { $0.map { Unmanaged<TextCollation>.fromOpaque($0).release() } })
        }
    }

    private func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
        if comparison == .plain,
            let order = left.bindMemory(to: UInt8.self).orderOfASCII(to: right.bindMemory(to: UInt8.self))
        {
            return Int32(order.rawValue)
        }
        let result = comparison.order(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        return Int32(result.rawValue)
    }
}

extension Collection<UInt8> {
    /// Whether all bytes are ASCII.
    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
