swift run
swift run
