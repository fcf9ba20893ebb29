/** Decides at each point, of which so many were passed before, whether the run is cut there. */
export type Cutter = (point: string, passed: number) => boolean;

/**
 * What a run did, call by call, and where it is to be cut. A point is `{function} {operation} #{n} before|after`, `n`
 * counting the calls of that name in the run; so a point names the same place in every run that got that far in the same way.
 */
export class CallTrace {
  static #made = 0;
  /** Tells this run's requests from those that an earlier one left hanging. */
  readonly run = String(++CallTrace.#made);
  readonly #isCut: Cutter;
  readonly #isKept: boolean;
  readonly #counts = new Map<string, number>();
  #passed = 0;
  /** Every point that was passed, in order. */
  readonly points: string[] = [];
  /** Every call, by its label, in order. */
  readonly calls: string[] = [];
  /** The points at which it was cut. */
  readonly cuts: string[] = [];

  /** Cut at these points, or where the function decides; `isKept` is false for runs that pass millions of points. */
  constructor(plan: readonly string[] | Cutter = [], isKept = true) {
    this.#isCut = typeof plan === 'function' ? plan : (point) => plan.includes(point);
    this.#isKept = isKept;
  }

  /** The label of the next call of this name. */
  number(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const label = `${name} #${count}`;
    if (this.#isKept) this.calls.push(label);
    return label;
  }

  isCutAt(point: string): boolean {
    const isCut = this.#isCut(point, this.#passed);
    this.#passed += 1;
    if (this.#isKept) this.points.push(point);
    if (isCut && this.#isKept) this.cuts.push(point);
    return isCut;
  }

  /** The points that came after `point`. */
  after(point: string): string[] {
    return this.points.slice(this.points.indexOf(point) + 1);
  }
}
