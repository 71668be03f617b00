modelgen validate --write-baseline modelgen-baseline.json
