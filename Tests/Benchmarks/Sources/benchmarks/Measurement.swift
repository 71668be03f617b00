/// Two pieces of work, timed in turn, so that a machine that slows down slows both.
struct Measurement {
    var seconds: Double
    var peerSeconds: Double

    /// The ratio of the medians.
    var ratio: Double { seconds / peerSeconds }

    /// Runs both pieces of work in turn, after one round that does not count.
    init(rounds: Int = 41, work: () -> Void, peer: () -> Void) {
        var workTimes: [Double] = []
        var peerTimes: [Double] = []
        for round in 0...rounds {
            let peerTime = Self.time(peer)
            let workTime = Self.time(work)
            guard round > 0 else { continue }
            workTimes.append(workTime)
            peerTimes.append(peerTime)
        }
        seconds = Self.median(of: workTimes)
        peerSeconds = Self.median(of: peerTimes)
    }

    private static func time(_ work: () -> Void) -> Double {
        let duration = ContinuousClock().measure(work)
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }

    private static func median(of times: [Double]) -> Double {
        times.sorted()[times.count / 2]
    }
}
