/// The hosts of a connection string, which libpq tries one after the other.
struct ServerHosts {
    /// Their names; none if only addresses are specified, or libpq's default is meant.
    private var names: [String]
    private var addresses: [String]
    /// The port of each, or one for all.
    private var ports: [String]

    /// - Parameter values: The parameters of a connection, by keyword.
    init(_ values: [String: String]) {
        func list(_ keyword: String) -> [String] {
            guard let value = values[keyword], !value.isEmpty else { return [] }
            return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        names = list("host")
        addresses = list("hostaddr")
        ports = list("port")
    }

    var count: Int { max(names.count, addresses.count, 1) }

    /// The parameters of the hosts.
    var settings: [(keyword: String, value: String)] {
        [("host", names), ("hostaddr", addresses), ("port", ports)].filter { !$0.1.isEmpty }
            .map { (keyword: $0.0, value: $0.1.joined(separator: ",")) }
    }

    /// The port that libpq takes for an empty one among several.
    private static let defaultPort = "5432"

    /// Returns the other hosts, to try them; nil if there are none.
    ///
    /// - Parameters:
    ///   - host: The name, or the address of a host without one, as libpq returns it.
    ///   - port: The port; empty for the default.
    func without(host: String, port: String) -> ServerHosts? {
        func fits(_ value: String?, _ other: String) -> Bool {
            guard let value, !value.isEmpty, !other.isEmpty else { return true }
            return value == other
        }
        let place = (0..<count).first { place in
            let name = names.indices.contains(place) ? names[place] : ""
            let address = addresses.indices.contains(place) ? addresses[place] : ""
            let ownPort = ports.count == count ? ports[place] : ports.first
            return fits(name.isEmpty ? address : name, host) && fits(ownPort, port)
        }
        guard count > 1, let place else { return nil }
        var others = self
        if names.count == count { others.names.remove(at: place) }
        if addresses.count == count { others.addresses.remove(at: place) }
        if ports.count == count { others.ports.remove(at: place) }
        // libpq would take an empty value for no value, and keep the ports of all hosts, which are then too many.
        if others.ports == [""] { others.ports = [Self.defaultPort] }
        // For the same reason, it would try all hosts again.
        return others.settings.contains { $0.keyword != "port" && $0.value.isEmpty } ? nil : others
    }
}
