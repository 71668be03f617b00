import InMemoryTracing
import Metrics
import MetricsTestKit
import Tracing

/// What a program's metrics and tracer receive.
struct Observed {
    /// The metrics with their values: the number of times of a timer, the sum of a counter, and what a recorder has
    /// received.
    var metrics: [String] = []
    /// The names of the dimensions of each metric, with and without values.
    var dimensionNames: [String: Set<[String]>] = [:]
    /// The spans with their attributes, after the spans that they are parts of, in the order of their ends.
    var spans: [String] = []

    private static let backend = {
        let (factory, tracer) = (TestMetrics(), InMemoryTracer())
        MetricsSystem.bootstrap(factory)
        InstrumentationSystem.bootstrap(tracer)
        return (factory: factory, tracer: tracer)
    }()

    /// The names of spans that have begun and not ended.
    static var activeSpanNames: [String] { backend.tracer.activeSpans.map(\.operationName) }

    /// The names of spans that have ended since the work began.
    static var endedSpanNames: [String] { backend.tracer.finishedSpans.map(\.operationName) }

    /// What is reported during some work.
    static func during<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async rethrows -> Observed {
        begin()
        _ = try await work()
        return end()
    }

    private static func begin() {
        backend.factory.reset()
        backend.tracer.clearFinishedSpans()
    }

    private static func end() -> Observed {
        let factory = backend.factory
        let lines =
            factory.timers.map { "\($0.label) \(text($0.dimensions)): \($0.values.count)" }
            + factory.counters.map { "\($0.label) \(text($0.dimensions)): \($0.totalValue)" }
            + factory.recorders.map { "\($0.label) \(text($0.dimensions)): \($0.values.map { Int($0) })" }
        let metrics =
            factory.timers.map { ($0.label, $0.dimensions) } + factory.counters.map { ($0.label, $0.dimensions) }
            + factory.recorders.map { ($0.label, $0.dimensions) }
        let spans = backend.tracer.finishedSpans
        let names = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0.operationName) })
        return Observed(
            metrics: lines.sorted(),
            dimensionNames: metrics.reduce(into: [:]) { names, metric in
                names[metric.0, default: []].insert(metric.1.map(\.0))
            },
            spans: spans.map { span in
                var attributes: [(String, String)] = []
                span.attributes.forEach { attributes.append(($0, text($1))) }
                let place = span.parentSpanID.flatMap { names[$0] }.map { "\($0) > " } ?? ""
                let failure = span.status?.code == .error ? " failed" : ""
                return "\(place)\(span.operationName)\(failure) \(text(attributes))"
            })
    }

    /// The attributes with values, by name.
    private static func text(_ attributes: [(String, String)]) -> String {
        attributes.filter { !$0.1.isEmpty }.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }

    private static func text(_ attribute: SpanAttribute) -> String {
        switch attribute {
        case .string(let text): text
        case .int64(let number): "\(number)"
        default: "\(attribute)"
        }
    }
}
