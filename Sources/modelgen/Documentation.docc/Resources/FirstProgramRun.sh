swift run App
swift run App
