apt install libxml2-dev pkg-config
swift package init --type executable --name App
rm -r Sources/*
mkdir -p Sources/App/Superheroes.xcdatamodeld/Superheroes.xcdatamodel
