import Testing

/// Ends one case of a test with arguments as skipped.
///
/// Before Swift 6.3, a case cannot be skipped alone: it returns, and the case passes.
///
/// - Parameter reason: What is missing, and how to get it.
public func skipCase(_ reason: String) throws {
    #if compiler(>=6.3)
        try Test.cancel("\(reason)")
    #endif
}
