"""Repeated steps as one graph of states, chances and decisions.

Builders: `chain` and `steps` go path by path and can do anything a rule may do; `columns` steps on many states
at once. Consumers: `flow` (where it ends, how often each state is visited), `best` (what each state is worth
under best play) and `walk` (a simulation). `repeated` and `search` choose the builder.
"""
