modelgen store query Superheroes.json "Superhero where rating == nil sort heroName"
