/**
 * The calls of one run, and the points at which to cut it. A point is `{function} {operation} #{n} before|after`, where
 * `n` counts the calls of that name in the run. Runs with the same path have the same points.
 */
export class CallTrace {
  static #made = 0;
  /** Separates this run's requests from those that an earlier run left hanging. */
  readonly run = String(++CallTrace.#made);
  readonly #plan: readonly string[];
  readonly #counts = new Map<string, number>();
  /** The points passed, in order. */
  readonly points: string[] = [];
  /** The labels of the calls, in order. */
  readonly calls: string[] = [];
  /** The points at which the run was cut. */
  readonly cuts: string[] = [];

  /** Cuts at these points. */
  constructor(plan: readonly string[] = []) {
    this.#plan = plan;
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
    const isCut = this.#plan.includes(point);
    this.points.push(point);
    if (isCut) this.cuts.push(point);
    return isCut;
  }

  /** The points after `point`. */
  after(point: string): string[] {
    return this.points.slice(this.points.indexOf(point) + 1);
  }
}
