"""Repeated steps as one graph of states, chances and decisions.

| part | modules |
|---|---|
| entry points: choose the builder | `repeated` (nothing to decide), `search` (best play) |
| builders, path by path | `chain` (rows of whole numbers), `steps` (trees with decisions) |
| builder in columns | `columns`; `guess` (all states at once); `prune` (leaves out what is hardly ever reached) |
| the graph | `graph`, `order` (layers, SCCs and their cuts) |
| where it ends, how often states are visited | `flow` in float64, `exact_flow`, `means` for studies |
| best play | `layout`, `staying`, `best` in float64; `tree_values` for fractions and for single decisions |
| simulation, export | `walk`, `explicit` |
"""
