"""One package per noun: models, queries, service, tools. Layers hold inside each of them."""
