// What follows from the merged links: what deletions take along, and the order of members.
extension GraphMerge {
    /// Does what delete rules say of destinations that others have given a deleted object since.
    mutating func settleDeletions() {
        for edit in edits.edits where fates[edit.reference] == .deleted {
            for relationship in edit.object.entity.relationships {
                let destinations = node(edit.reference).links[relationship.index].references
                switch relationship.schema.deleteRule {
                case .noAction, .deny: continue
                case .cascade: cascaded += destinations.filter { fates[$0] != .deleted && node($0).isLiving }
                case .nullify: break
                }
                for destination in destinations {
                    remove(GraphLink(from: edit.reference, by: relationship, to: destination))
                }
            }
        }
    }

    // MARK: - Order

    mutating func mergeOrders() {
        for (reference, node) in nodes where node.isLiving {
            for relationship in node.entity.relationships where relationship.isOrdered {
                let index = relationship.index
                guard let edit = edit(of: reference), fates[reference] != .restored,
                    edit.links[index] != edit.baseLinks(at: index)
                else { continue }
                let order = MergedOrder(
                    base: edit.baseLinks(at: index).references, own: edit.links[index].references,
                    other: node.committedLinks(at: index).references, prefersOwn: decision.prefersObject)
                let merged = order.merged(node.links[index].references)
                if node.links[index].references != merged {
                    nodes[reference]?.links[index] = .toMany(ReferenceList(merged))
                }
            }
        }
    }
}
