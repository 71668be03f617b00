"""Prints the rows that become the store Archive.sqlite, as `modelgen store import` reads them."""

import base64
import json

# Larger than what Core Data keeps in the file of the store.
scan = base64.b64encode(bytes(index * 31 % 251 for index in range(300_000))).decode()

rows = [
    {
        "entity": "Document", "id": 1, "title": "Wâves", "big": 9223372036854775807, "small": -32768, "rank": 42,
        "ratio": 0.1, "share": 0.25, "price": "12.50", "isKept": True, "created": "2024-02-29T12:30:15.250Z",
        "identifier": "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "source": "https://example.org/a?b=c#d",
        "bytes": base64.b64encode(bytes([0, 1, 255])).decode(), "scan": scan,
        "place": {"name": "Reef", "latitude": 21.5}, "pages": [3, 1, 2], "tags": [1, 2], "references": [3, 2],
    },
    {"entity": "Document", "id": 2, "title": "", "tags": [2], "references": [1]},
    {"entity": "Letter", "id": 3, "title": "Straße", "sender": "Ada", "small": 32767, "big": -9223372036854775808},
    {"entity": "Page", "id": 1, "number": 10},
    {"entity": "Page", "id": 2, "number": 20},
    {"entity": "Page", "id": 3, "number": 30},
    {"entity": "Tag", "id": 1, "name": "blue"},
    {"entity": "Tag", "id": 2, "name": "grün"},
]
for row in rows:
    print(json.dumps(row, ensure_ascii=False))
