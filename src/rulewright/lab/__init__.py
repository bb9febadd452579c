"""The lab, for designers: compares rulings, solves and simulates fights, and runs studies.

- rulings side by side: `compare`, `compare_sweep`, with `figures` that sum up odds
- duels: `duels` solves them, `duel_replay` and `luck` measure luck
- fights of several: `fights`; `win_chance` follows one that was played
- advice: `advice` in duels, `table_advice` in scenes
- studies: `study` is the file, `sweep` its points, `study_points` computes their figures, `study_runner` distributes
  them over workers, `study_store` stores the results, `study_findings` summarizes them
- open questions: `answers` finds them, and defines the data of an answer
- words and charts: `present`, `report_formats`, `charts`, `intervals`
"""

ADVICE_SECONDS = 2.0
"""Seconds that advice at the table may take."""
