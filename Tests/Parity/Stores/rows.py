"""Prints the rows of `modelgen store export` of the model Archive in one order, with objects by their names instead of their numbers,
which each program assigns in its own way, with large values in short, and without archives, which depend on the system."""

import base64
import json
import sys

NAMES = {"Document": "title", "Letter": "title", "Page": "number", "Tag": "name"}
ROOTS = {"Letter": "Document"}
DESTINATIONS = {
    "document": "Document", "documents": "Document", "pages": "Page", "references": "Document", "referrers": "Document",
    "tags": "Tag",
}
ORDERED = {"pages", "references"}


def root(entity):
    return ROOTS.get(entity, entity)


rows = [json.loads(line) for line in sys.stdin if line.strip()]
names = {(root(row["entity"]), row["id"]): row[NAMES[row["entity"]]] for row in rows}
for row in sorted(rows, key=lambda row: (row["entity"], names[root(row["entity"]), row["id"]])):
    del row["id"]
    row.pop("marks", None)
    if "scan" in row:
        scan = base64.b64decode(row["scan"])
        row["scan"] = f"{len(scan)} bytes of {', '.join(str(byte) for byte in sorted(set(scan)))}"
    for key, entity in DESTINATIONS.items():
        if isinstance(row.get(key), list):
            found = [names[entity, number] for number in row[key]]
            row[key] = found if key in ORDERED else sorted(found)
        elif key in row:
            row[key] = names[entity, row[key]]
    print(json.dumps({"entity": row.pop("entity"), **dict(sorted(row.items()))}, ensure_ascii=False))
