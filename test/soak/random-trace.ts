import { CallTrace } from '../faults/call-trace.ts';

/** Cuts at random, and keeps no list of where it has been: a long run passes millions of points. */
export class RandomTrace extends CallTrace {
  readonly #random: () => number;
  readonly #rate: number;
  #passed = 0;

  /** `rate`: the chance of a crash at each point. */
  constructor(random: () => number, rate: number) {
    super();
    this.#random = random;
    this.#rate = rate;
  }

  override number(name: string): string {
    this.#passed += 1;
    return `${name} #${this.#passed}`;
  }

  override isCutAt(): boolean {
    return this.#random() < this.#rate;
  }
}
