/// Chooses the widths of columns and channels, and draws every line.
struct LineRouting {
    private let graph: LayeredGraph
    private let tops: [Double]

    init(_ graph: LayeredGraph, tops: [Double]) {
        self.graph = graph
        // Whole pixels keep lines crisp and output short.
        self.tops = tops.map { $0.rounded() }
    }

    func layout() -> DiagramLayout {
        let tracks = channelTracks()
        var columnWidths = Array(repeating: 0.0, count: graph.layerCount)
        for node in graph.nodes { columnWidths[node.layer] = max(columnWidths[node.layer], node.width) }
        var channelStarts: [Double] = []
        var columnStarts: [Double] = []
        var x = 0.0
        for (channel, channelTracks) in tracks.enumerated() {
            channelStarts.append(x)
            x += width(ofChannel: channel, trackCount: channelTracks.count)
            guard channel < graph.layerCount else { continue }
            columnStarts.append(x)
            x += columnWidths[channel]
        }
        let origins = graph.nodes.enumerated().map { index, node in
            Point(x: (columnStarts[node.layer] + (columnWidths[node.layer] - node.width) / 2).rounded(), y: tops[index])
        }
        let trackPositions = tracks.enumerated().map { channel, channelTracks in
            let margin = channel == 0 ? LayoutSpacing.betweenTracks : LayoutSpacing.besideBox
            return channelTracks.mapValues {
                channelStarts[channel] + margin + Double($0) * LayoutSpacing.betweenTracks
            }
        }
        return DiagramLayout(
            origins: Array(origins.prefix(graph.boxCount)),
            routes: graph.lines.map { route($0, origins: origins, tracks: trackPositions) }, width: x,
            height: bottoms.max() ?? 0,
            outline: outline(channelStarts: channelStarts, columnStarts: columnStarts, width: x))
    }

    /// The lower edge of each column.
    private var bottoms: [Double] {
        var bottoms = Array(repeating: 0.0, count: graph.layerCount)
        for (index, node) in graph.nodes.enumerated() {
            bottoms[node.layer] = max(bottoms[node.layer], tops[index] + node.height)
        }
        return bottoms
    }

    /// A column ends at its lowest node, and a channel ends with the lower one of the adjacent columns.
    private func outline(channelStarts: [Double], columnStarts: [Double], width: Double) -> [DiagramLayout.Step] {
        let bottoms = self.bottoms
        return channelStarts.indices.flatMap { channel -> [DiagramLayout.Step] in
            let left = channel > 0 ? bottoms[channel - 1] : 0
            guard channel < columnStarts.count else { return [.init(end: width, bottom: left)] }
            return [
                .init(end: columnStarts[channel], bottom: max(left, bottoms[channel])),
                .init(end: channelStarts[channel + 1], bottom: bottoms[channel]),
            ]
        }
    }

    private func width(ofChannel channel: Int, trackCount: Int) -> Double {
        let isOuter = channel == 0 || channel == graph.layerCount
        if isOuter && trackCount == 0 { return 0 }
        let tracks = Double(max(0, trackCount - 1)) * LayoutSpacing.betweenTracks
        return tracks + LayoutSpacing.besideBox + (isOuter ? LayoutSpacing.betweenTracks : LayoutSpacing.besideBox)
    }

    /// For each channel, the track of each piece that needs a vertical one.
    private func channelTracks() -> [[LayeredGraph.Piece: Int]] {
        var channels: [[LayeredGraph.Piece]] = Array(repeating: [], count: graph.layerCount + 1)
        for piece in graph.pieces { channels[piece.channel].append(piece) }
        return channels.enumerated().map { channel, pieces in
            let runs = pieces.compactMap { piece -> (LayeredGraph.Piece, ChannelTracks.Run)? in
                let (first, second) = (height(of: piece.first), height(of: piece.second))
                let firstIsLeft = graph.nodes[piece.first.node].layer < channel
                let secondIsLeft = graph.nodes[piece.second.node].layer < channel
                guard first != second || firstIsLeft == secondIsLeft else { return nil }
                return (
                    piece, .init(first: first, second: second, firstIsLeft: firstIsLeft, secondIsLeft: secondIsLeft)
                )
            }
            let numbers = ChannelTracks(runs: runs.map(\.1)).numbers()
            return Dictionary(zip(runs.map(\.0), numbers), uniquingKeysWith: { first, _ in first })
        }
    }

    private func height(of port: LayeredGraph.Port) -> Double { tops[port.node] + port.offset }

    /// The corners of an edge's line, from its source to its target.
    private func route(
        _ line: LayeredGraph.Line, origins: [Point], tracks: [[LayeredGraph.Piece: Double]]
    ) -> [Point] {
        let points = line.pieces.flatMap { piece in
            let start = end(piece.first, channel: piece.channel, origins: origins)
            let finish = end(piece.second, channel: piece.channel, origins: origins)
            guard let x = tracks[piece.channel][piece] else { return [start, finish] }
            return [start, Point(x: x, y: start.y), Point(x: x, y: finish.y), finish]
        }.withoutRedundantCorners
        return line.startsRight ? points.reversed() : points
    }

    private func end(_ port: LayeredGraph.Port, channel: Int, origins: [Point]) -> Point {
        let node = graph.nodes[port.node]
        let isLeftOfChannel = node.layer < channel
        return Point(x: origins[port.node].x + (isLeftOfChannel ? node.width : 0), y: height(of: port))
    }
}

extension [Point] {
    /// The same line without corners where it does not turn.
    var withoutRedundantCorners: [Point] {
        var line: [Point] = []
        for point in self {
            if let last = line.last, last == point { continue }
            if line.count > 1 {
                let (one, other) = (line[line.count - 2], line[line.count - 1])
                if (one.x == other.x && other.x == point.x) || (one.y == other.y && other.y == point.y) {
                    line.removeLast()
                }
            }
            line.append(point)
        }
        return line
    }
}
