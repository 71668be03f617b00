// swift-format-ignore-file
// A/b = B/as
// A/other = B/as
// B/as = A/b
