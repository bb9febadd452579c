"""The lab, for designers: what the numbers of a game do.

- rulings side by side: `compare`, `compare_swept`, with `figures` that sum up odds
- duels: `duel` fights them out, `expected` works out lengths, `replay` and `luck` say who was lucky
- fights of several: `skirmish`, `many_fights`
- advice: `advice` in duels, `table_advice` in scenes
- studies: `study` is the file, `sweep` its points, `points` prices them, `runner` hands them out,
  `store` keeps the results, `findings` tells them
- words and pictures: `telling`, `report`, `chart`, `words`, `interval`
"""
