/**
 * What a run did, call by call, and where it is to be cut. A point is `{function} {operation} #{n} before|after`, `n`
 * counting the calls of that name in the run; so a point names the same place in every run that got that far in the same way.
 */
export class CallTrace {
  static #made = 0;
  /** Tells this run's requests from those that an earlier one left hanging. */
  readonly run = String(++CallTrace.#made);
  readonly #plan: Set<string>;
  readonly #counts = new Map<string, number>();
  /** Every point that was passed, in order. */
  readonly points: string[] = [];
  /** Every call, by its label, in order. */
  readonly calls: string[] = [];
  /** The planned points that were reached. */
  readonly cuts: string[] = [];

  constructor(plan: readonly string[] = []) {
    this.#plan = new Set(plan);
  }

  /** The label of the next call of this name. */
  number(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const label = `${name} #${count}`;
    this.calls.push(label);
    return label;
  }

  isCutAt(point: string): boolean {
    this.points.push(point);
    if (!this.#plan.has(point)) return false;
    this.cuts.push(point);
    return true;
  }

  /** The points that came after `point`. */
  after(point: string): string[] {
    return this.points.slice(this.points.indexOf(point) + 1);
  }
}
