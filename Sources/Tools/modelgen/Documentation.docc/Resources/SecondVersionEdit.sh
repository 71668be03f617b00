modelgen version add Sources/App/Superheroes.xcdatamodeld
modelgen edit add-attribute Sources/App/Superheroes.xcdatamodeld Superhero/rating "Integer 16"
modelgen edit rename Sources/App/Superheroes.xcdatamodeld Superhero/name heroName
