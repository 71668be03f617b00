/// Ends the program with a message, in every build.
///
/// `preconditionFailure` drops its message from an optimized build, so that a program stops without a reason. This
/// function prints the message to standard error in release builds too, and the crash report contains it. It is for
/// what a call that can't throw can't report: a programming error, or an accessor whose object can't be read. A
/// function that throws reports an error instead.
///
/// - Parameters:
///   - reason: What is wrong, with the object and the remedy, but without the values of attributes, which are private.
///   - file: The file to name in the message. The default is the caller's.
///   - line: The line to name in the message. The default is the caller's.
@usableFromInline
package func endProgram(_ reason: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(reason, file: file, line: line)
}

/// Ends the program with a message, in every build, unless a condition is met.
///
/// - Parameters:
///   - condition: What a correct program always meets.
///   - reason: What is wrong otherwise, as for ``endProgram(_:file:line:)``. It is computed only then.
///   - file: The file to name in the message. The default is the caller's.
///   - line: The line to name in the message. The default is the caller's.
@inlinable
package func require(
    _ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
) {
    guard condition() else { endProgram(reason(), file: file, line: line) }
}
