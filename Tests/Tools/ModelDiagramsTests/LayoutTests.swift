import ModelSchema
import Testing

@testable import ModelDiagrams

@Suite struct LayoutTests {
    static let models =
        [SampleModels.superheroes, SampleModels.shop, SampleModels.hostile, SampleModels.cyclic, Model(name: "Empty")]
        + (1...25).map { randomModel(seed: UInt64($0), entityCount: Int($0) * 2) }
        + [randomModel(seed: 99, entityCount: 250, linksPerEntity: 3)]

    @Test("Boxes do not overlap", arguments: models)
    func boxesDoNotOverlap(_ model: Model) {
        let frames = ModelDrawing(model).frames
        for (index, one) in frames.enumerated() {
            #expect(!frames[(index + 1)...].contains { one.insideMeets($0) }, "box \(index) of \(model.name)")
        }
    }

    @Test("Lines pass between boxes", arguments: models)
    func linesPassBetweenBoxes(_ model: Model) {
        let drawing = ModelDrawing(model)
        let frames = drawing.frames
        for (route, link) in zip(drawing.layout.routes, drawing.links) {
            for (start, end) in zip(route, route.dropFirst()) {
                let line = Frame(
                    left: min(start.x, end.x), top: min(start.y, end.y), right: max(start.x, end.x),
                    bottom: max(start.y, end.y))
                #expect(line.left == line.right || line.top == line.bottom, "slanted line in \(model.name)")
                #expect(!frames.contains { $0.insideMeets(line) }, "\(link) in \(model.name)")
            }
        }
    }

    @Test("Lines end at their boxes", arguments: models)
    func linesEndAtTheirBoxes(_ model: Model) throws {
        let drawing = ModelDrawing(model)
        let frames = drawing.frames
        for (route, link) in zip(drawing.layout.routes, drawing.links) {
            let (source, target) = (frames[link.entities.0], frames[link.entities.1])
            let (start, end) = (try #require(route.first), try #require(route.last))
            #expect([source.left, source.right].contains(start.x) && source.top < start.y && start.y < source.bottom)
            #expect([target.left, target.right].contains(end.x) && target.top < end.y && end.y < target.bottom)
        }
    }

    @Test("All boxes and lines are inside the drawing", arguments: models)
    func everythingIsInsideTheDrawing(_ model: Model) {
        let drawing = ModelDrawing(model)
        let points =
            drawing.layout.routes.joined() + drawing.frames.map { Point(x: $0.right, y: $0.bottom) }
            + drawing.layout.origins
        let (width, height) = (drawing.layout.width + 0.5, drawing.layout.height + 0.5)
        #expect(points.allSatisfy { (0...width).contains($0.x) && (0...height).contains($0.y) })
    }

    @Test("Inversions in a sequence are counted")
    func inversionsAreCounted() {
        #expect(inversionCount([]) == 0)
        #expect(inversionCount([1, 1, 2]) == 0)
        #expect(inversionCount([3, 1, 2, 1]) == 4)
    }

    @Test("The order of tracks has the fewest crossings")
    func tracksFollowTheOrderWithFewestCrossings() {
        let downwards = [
            ChannelTracks.Run(first: 0, second: 100, firstIsLeft: true, secondIsLeft: false),
            ChannelTracks.Run(first: 20, second: 120, firstIsLeft: true, secondIsLeft: false),
            ChannelTracks.Run(first: 200, second: 210, firstIsLeft: true, secondIsLeft: false),
        ]
        #expect(ChannelTracks(runs: downwards).numbers() == [1, 0, 0])
    }
}

/// A rectangle, or a line that is horizontal or vertical.
struct Frame {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    /// Whether another frame has a point inside, not only on the border.
    func insideMeets(_ other: Frame) -> Bool {
        other.left < right && other.right > left && other.top < bottom && other.bottom > top
    }
}

extension ModelDrawing {
    var frames: [Frame] {
        zip(layout.origins, boxes).map {
            Frame(left: $0.x, top: $0.y, right: $0.x + $1.width, bottom: $0.y + $1.height)
        }
    }
}
