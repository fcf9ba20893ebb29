/** A stop flag, with pauses that end when it is set. */
export class Stopper {
  readonly #wake = new Set<() => void>();
  #stopped = false;

  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
    this.wake();
  }

  /** Ends the current pauses. */
  wake(): void {
    for (const wake of this.#wake) wake();
  }

  pause(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wake.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wake.add(wake);
    });
  }
}
