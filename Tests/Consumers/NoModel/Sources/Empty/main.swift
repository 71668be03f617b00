print("built")
