//! `minizinc`, and what MiniZinc makes of the models.
