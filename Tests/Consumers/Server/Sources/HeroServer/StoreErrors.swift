import Hummingbird
import ObjectGraph

/// Turns the runtime's errors into statuses that clients understand. Nothing about the database leaves the server; the
/// log has it.
struct StoreErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError {
            throw error
        } catch let error as ValidationError {
            throw HTTPError(.unprocessableContent, message: error.message)
        } catch let error as ValidationErrors {
            throw HTTPError(.unprocessableContent, message: error.errors.map(\.message).joined(separator: "\n"))
        } catch is ConstraintConflictError, is MergeConflictError {
            throw HTTPError(.conflict, message: "somebody else has changed the hero")
        } catch is CancellationError {
            // The client has disconnected.
            throw HTTPError(.serviceUnavailable)
        } catch let error as StoreError where error.mayHaveSucceeded {
            context.logger.error("\(error)")
            // Nothing invites the client to send the request again, which could insert a second hero.
            throw HTTPError(
                .gatewayTimeout, message: "whether the hero was saved is unknown; look before you try again")
        } catch let error as StoreError {
            context.logger.error("\(error)")
            // The same request can succeed when the database is back.
            return Response(status: .serviceUnavailable, headers: [.retryAfter: "1"])
        }
    }
}
