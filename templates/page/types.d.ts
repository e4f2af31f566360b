// Types of what the module answers (src/view/page) and of what the scripts share. Only for the type checker.

declare const MODULE: string;
declare const WORKER: string;
declare const LEVELS: Card[];

interface Card { level: string; name: string; game: string; about: string }
interface Cell { row: number; column: number }
type Aim = { row: number } | { column: number } | { cells: Cell[] } | "button";
interface TileView { label: string; svg: string }
interface OptionView { name: string; about: string; value: string }
interface LevelView {
  level: string; name: string; game: string; step: string; steps: string;
  objective: "fewest-steps" | "least-cost" | "greatest-score";
  rules: string[]; no_goal: string | null; options: OptionView[];
  palette: TileView[]; hands: TileView[]; rows: number; columns: number;
}
interface Drawing {
  svg: string; width: number; height: number; left: number; top: number; cell: number;
  rows: number; columns: number;
}
interface MoveView { word: string; aim: Aim; story: string }
interface PositionView {
  drawing: Drawing; board: (string | null)[][]; hand: string | null;
  entries: { rows: boolean[]; columns: boolean[] } | null;
  lines: string[]; description: string; won: boolean; has_moves: boolean; shortfall: string;
  value: number; told: string; moves: MoveView[] | null;
  buttons: { word: string; legal: boolean }[]; hints: { name: string; label: string }[];
}
interface Preview {
  word: string | null; legal: boolean; story: string; trail: Cell[]; aim: Aim | null;
  coming: TileView | null; after: Drawing | null;
}
interface StepView { svg: string; seconds: number; story: string }
interface Solution {
  outcome: "wins" | "loses" | "open"; value: number | null; bound: number | null;
  badge: string; told: string; steps: string[]; states: number;
}
interface Progress { states: number; bound: number; best: number | null }
interface Recommended { step: string | null; told: string }
interface Difficulty {
  best: Solution; first: { winning: number; open: number; moves: number } | null;
  states: number | null; lost: number | null;
}
interface Replayed {
  steps: string[]; stories: string[]; valid: boolean; sentence: string; remarks: string[];
}
interface FormView { form: string; label: string; about: string }
interface FileView { name: string; text: string }
interface Place { level: string; steps: string[] }
interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(at: number, length: number): bigint;
  done(at: number, length: number): void;
}
