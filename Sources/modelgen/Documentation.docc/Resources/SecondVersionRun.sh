swift run
