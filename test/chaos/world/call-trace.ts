import { type Fault, isCrash } from './fault.ts';

/** The calls of one run, by labels `{function} {operation} #{n}`, where `n` counts the calls of that name in the run. */
export class CallTrace {
  static #made = 0;
  /** Separates this run's requests from those that an earlier run left hanging. */
  readonly run = String(++CallTrace.#made);
  readonly #planned: readonly Fault[];
  readonly #counts = new Map<string, number>();
  /** The labels of the calls, in order. */
  readonly calls: string[] = [];
  /** The planned crashes that have happened. */
  readonly crashes = new Set<Fault>();

  constructor(faults: readonly Fault[] = []) {
    this.#planned = faults.filter(isCrash);
  }

  /** The label of the next call of this name. */
  number(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const label = `${name} #${count}`;
    this.calls.push(label);
    return label;
  }

  /** Whether the function crashes there. */
  crashesAt(call: string, side: 'before' | 'after'): boolean {
    const crash = this.#planned.find((fault) => fault.call === call && fault.kind === `crash-${side}`);
    if (crash) this.crashes.add(crash);
    return crash !== undefined;
  }
}
