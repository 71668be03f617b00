#if Observability
    import Metrics
    import Synchronization
    import Tracing

    extension StoreActivity {
        /// The measurement of an activity that has begun: a span, and the metrics of its kind at its end.
        @usableFromInline
        package struct Measurement: Sendable {
            private let activity: StoreActivity
            private let span: any Span
            private let start = ContinuousClock.now

            /// Begins an activity.
            @usableFromInline
            package init(of activity: StoreActivity) {
                self.activity = activity
                span = startSpan(activity.spanName, ofKind: activity.kind == .wait ? .internal : .client)
            }

            /// Runs a closure whose own activities are parts of this one.
            func enclosing<Result>(_ body: () throws -> Result) rethrows -> Result {
                try ServiceContext.withValue(span.context, operation: body)
            }

            /// Ends the activity.
            ///
            /// - Parameters:
            ///   - count: The number of objects that were found; nil for none.
            ///   - error: Why it failed; nil if it succeeded.
            package func end(count: Int? = nil, after error: (any Error)? = nil) {
                let duration = start.duration(to: .now)
                let errorType = activity.reason ?? error.map { "\(type(of: $0))" } ?? ""
                if span.isRecording { span.attributes.merge(activity.spanAttributes(count, errorType)) }
                // Errors may say more than a trace should, so only the type is in the span.
                if error != nil { span.setStatus(SpanStatus(code: .error)) }
                span.end()
                let dimensions = activity.dimensions
                let name = "objectgraph.\(activity.kind)"
                Timer(label: name + ".duration", dimensions: dimensions + [("error.type", errorType)])
                    .recordNanoseconds(duration.nanoseconds)
                if let count { Recorder(label: name + ".objects", dimensions: dimensions).record(count) }
                if error == nil, let changes = activity.changes {
                    for (kind, count) in changes.byKind where count > 0 {
                        Counter(label: name + ".objects", dimensions: dimensions + [("objectgraph.change", kind)])
                            .increment(by: count)
                    }
                }
            }
        }

        /// Runs the activity.
        @usableFromInline
        func measured<Result>(count: (Result) -> Int?, _ body: () throws -> Result) rethrows -> Result {
            let measurement = Measurement(of: self)
            do {
                let result = try measurement.enclosing(body)
                measurement.end(count: count(result))
                return result
            } catch {
                measurement.end(after: error)
                throw error
            }
        }

        /// One of few names.
        fileprivate var spanName: String {
            switch kind {
            case .fetch, .fault: entityName.isEmpty ? operation : "\(operation) \(entityName)"
            case .save: operation
            case .wait: "wait for \(resource?.rawValue ?? "")"
            case .retry: "retry \(operation)"
            }
        }

        /// The same names for all metrics of a kind, whatever the values: some systems refuse others.
        fileprivate var dimensions: [(String, String)] {
            var dimensions = [
                ("db.system.name", systemName), ("db.operation.name", operation), ("db.collection.name", entityName),
                ("context.name", MetricNames.contexts.known(contextName ?? "")),
            ]
            if kind == .wait { dimensions.append(("objectgraph.resource", resource?.rawValue ?? "")) }
            return dimensions
        }

        /// A span has an attribute only if it has a value.
        fileprivate func spanAttributes(_ count: Int?, _ errorType: String) -> SpanAttributes {
            var attributes: SpanAttributes = [:]
            let texts = [
                ("db.system.name", systemName), ("db.operation.name", operation), ("db.collection.name", entityName),
                ("context.name", contextName ?? ""), ("error.type", errorType),
                ("objectgraph.resource", resource?.rawValue ?? ""),
            ]
            for (name, text) in texts where !text.isEmpty { attributes.set(name, value: .string(text)) }
            if let count { attributes.set("db.response.returned_rows", value: .int64(Int64(count))) }
            for (kind, count) in changes?.byKind ?? [] {
                attributes.set("objectgraph.\(kind)", value: .int64(Int64(count)))
            }
            return attributes
        }
    }

    extension StoreActivity.Changes {
        fileprivate var byKind: [(String, Int)] {
            [("inserted", inserted), ("updated", updated), ("deleted", deleted)]
        }
    }

    extension Duration {
        fileprivate var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }

    /// The first names that metrics have seen. Every name is a series of its own, so a program that makes up names,
    /// such as one for each request, must not create more and more of them.
    final class MetricNames: Sendable {
        static let contexts = MetricNames(maximumCount: 100)

        private let maximumCount: Int
        private let names = Mutex<Set<String>>([])

        init(maximumCount: Int) { self.maximumCount = maximumCount }

        /// Returns the name, or OpenTelemetry's name for all others if there are too many.
        func known(_ name: String) -> String {
            if name.isEmpty { return name }
            return names.withLock { names in
                if names.contains(name) { return name }
                guard names.count < maximumCount else { return "_OTHER" }
                names.insert(name)
                return name
            }
        }
    }
#else
    extension StoreActivity {
        /// The measurement of an activity, which is never created.
        @usableFromInline
        package struct Measurement: Sendable {
            /// Does nothing.
            @usableFromInline
            package init(of activity: StoreActivity) {}

            /// Does nothing.
            @inlinable
            package func end() {}
        }
    }
#endif

extension StoreActivity {
    /// What work belongs to, to go on with it on another thread: the name of the context,
    /// and the activity that it is part of.
    package struct Origin: Sendable {
        private let contextName: String?
        #if Observability
            private let context = ServiceContext.current
        #endif

        /// - Parameter contextName: The name of the context; nil if it has none.
        package init(contextName: String?) { self.contextName = contextName }

        /// Runs the work.
        package func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
            try RequestingContext.named(contextName) {
                #if Observability
                    try ServiceContext.withValue(context, operation: body)
                #else
                    try body()
                #endif
            }
        }
    }
}
