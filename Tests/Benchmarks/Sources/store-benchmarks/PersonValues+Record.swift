import BenchmarkModels
import GRDB

extension PersonValues: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "person"
}
