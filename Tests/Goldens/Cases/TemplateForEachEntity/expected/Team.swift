// swift-format-ignore-file
class _Team { // 0
}
