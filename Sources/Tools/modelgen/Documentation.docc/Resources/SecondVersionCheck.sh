modelgen diff Sources/App/Superheroes.xcdatamodeld
modelgen store migrate --verify Sources/App/Superheroes.xcdatamodeld
modelgen store migrate Superheroes.json --to Sources/App/Superheroes.xcdatamodeld --dry-run
