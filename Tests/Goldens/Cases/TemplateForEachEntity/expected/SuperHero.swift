// swift-format-ignore-file
class _SuperHero { // 1
}
