/** Limits the idle environments of several functions: the one that is idle longest ends first. */
export class IdleLimit {
  readonly #most: number;
  /** In the order in which they became idle, each with the function that ends it. */
  readonly #idle = new Map<object, () => void>();

  constructor(most: number) {
    this.#most = most;
  }

  add(environment: object, end: () => void): void {
    this.#idle.set(environment, end);
    const [longest] = this.#idle;
    if (this.#idle.size <= this.#most || !longest) return;
    this.#idle.delete(longest[0]);
    longest[1]();
  }

  /** The environment is busy again, or has ended. */
  remove(environment: object): void {
    this.#idle.delete(environment);
  }
}
