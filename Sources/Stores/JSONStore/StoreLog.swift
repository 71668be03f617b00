import Logging
import StoreMigration

extension StoreLog {
    func opened(_ store: OpenedStore?, isReadOnly: Bool) {
        guard let logger else { return }
        guard let store else { return logger.info("there is no store yet") }
        logger.info(
            "the store was opened",
            metadata: [
                "objects": "\(store.contents.snapshot.objectCount)", "bytes": "\(store.base.sizeBytes)",
                "replayedSaves": "\(store.sequence - store.baseSequence)", "isReadOnly": "\(isReadOnly)",
            ])
        if let damage = store.damage { logger.error("the store is damaged", metadata: ["reason": "\(damage)"]) }
    }

    func notFollowed(_ error: any Error) {
        logger?.error("the saves of other processes cannot be read", metadata: ["reason": "\(error)"])
    }

    func saved(_ count: Int, journalBytes: Int?) {
        logger?.debug("saved", metadata: ["saves": "\(count)", "journalBytes": "\(journalBytes ?? 0)"])
    }

    func replaced(_ sizeBytes: Int) {
        logger?.info("the file was written", metadata: ["bytes": "\(sizeBytes)"])
    }

    func mergedJournal(_ sizeBytes: Int) {
        logger?.info("the journal was merged into the file", metadata: ["bytes": "\(sizeBytes)"])
    }

    func removedUnusedValues(_ count: Int) {
        logger?.info("unused files of values were removed", metadata: ["files": "\(count)"])
    }

    func closed() { logger?.info("the store was closed") }
}
