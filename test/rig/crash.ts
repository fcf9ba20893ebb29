type Step = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Runs until so many calls have ended, and never comes back from the next. Answers whether it did. */
export function crashAfter(steps: number, run: (step: Step) => Promise<unknown>): Promise<boolean> {
  const { promise: crashed, resolve } = Promise.withResolvers<true>();
  let count = 0;
  const step: Step = (call) => {
    if (count++ < steps) return call();
    resolve(true);
    return new Promise(() => undefined);
  };
  return Promise.race([run(step).then(() => false), crashed]);
}

/** A client of AWS whose calls are steps. */
export const stepping = <Client extends { send(command: never): Promise<unknown> }>(client: Client, step: Step) =>
  ({ send: (command: never) => step(() => client.send(command)) }) as unknown as Client;
