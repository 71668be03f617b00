// What is here is generated.
