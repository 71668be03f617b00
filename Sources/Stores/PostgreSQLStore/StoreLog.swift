import Logging
import ObjectGraph
import StoreMigration

extension StoreLog {
    func saved(attemptCount: Int) {
        logger?.debug("saved", metadata: named(["attempts": "\(attemptCount)"]))
    }

    func repeated(_ error: StoreError) {
        logger?.warning("retrying a save", metadata: named(["reason": "\(error)"]))
    }

    func settled(isCommitted: Bool) {
        logger?.info("determined the outcome of an earlier save", metadata: ["isCommitted": "\(isCommitted)"])
    }

    func notListening(_ error: any Error) {
        logger?.info(
            "cannot listen for other processes; the store polls for their saves", metadata: ["reason": "\(error)"])
    }

    func notCopying(_ error: any Error) {
        logger?.info(
            "the server refuses COPY; the store saves many objects with INSERT", metadata: ["reason": "\(error)"])
    }

    func notTidied(_ error: any Error) {
        logger?.warning("could not remove old rows of transactions", metadata: ["reason": "\(error)"])
    }
}
