// swift-format-ignore-file
// 2 Team 
