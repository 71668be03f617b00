#if DEBUG
    extension GraphSnapshot {
        /// Traps when the snapshot contradicts itself: a defect of this library, found where it is made.
        ///
        /// Looks at small graphs only, since it looks at all of them.
        func checkInvariants(after changes: ChangeSet) {
            let count = tables.reduce(0) { $0 + $1.count }
            guard count <= 500 else { return }
            for table in tables {
                precondition(table.count == table.chunks.reduce(0) { $0 + $1.count }, "the count is wrong")
                let references = table.chunks.flatMap(\.contents.references)
                precondition(zip(references, references.dropFirst()).allSatisfy(<), "the rows are out of order")
                for chunk in table.chunks {
                    for index in 0..<chunk.count { checkInverses(of: Row(chunk, index), in: table.entity) }
                }
            }
        }

        /// Each derived side is what the stored side says; a stored side may lead to nothing (rules DEL-11 and DEL-17).
        private func checkInverses(of row: Row, in entity: EntityDescription) {
            for relationship in entity.relationships {
                guard let inverseIndex = relationship.inverseIndex else { continue }
                for destination in row.links(at: relationship.index).references {
                    guard let other = self.row(of: destination) else {
                        precondition(
                            relationship.isStored, "'\(entity.name).\(relationship.name)' leads to what is gone")
                        continue
                    }
                    guard relationship.hasDerivedInverse || !relationship.isStored else { continue }
                    let back = other.links(at: inverseIndex)
                    precondition(
                        back.contains(row.reference, isOrdered: isOrdered(other, inverseIndex)),
                        "the inverse of '\(entity.name).\(relationship.name)' does not lead back")
                }
            }
        }

        private func isOrdered(_ row: Row, _ relationship: Int) -> Bool {
            layout.entities[row.reference.entityOrdinal].relationships[relationship].isOrdered
        }
    }
#endif
