import Foundation

/// The path and the parameters in the address of a request.
struct RequestAddress {
    let path: String
    private let parameters: [URLQueryItem]

    /// Nil if the text is not an address.
    init?(_ text: String) {
        guard let components = URLComponents(string: text) else { return nil }
        path = components.path
        parameters = components.queryItems ?? []
    }

    /// The value of the first parameter with a name.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
