import { fork } from 'node:child_process';

/** A process that answers messages one after the other. */
export interface ChildProcess {
  /** The next message it sends of its own accord. */
  next<Answer>(): Promise<Answer>;
  /** Sends a message and answers with what comes back. */
  ask<Answer>(message: unknown): Promise<Answer>;
  stop(): void;
}

/** Starts a script under plain Node (which strips types by itself); with `env`, in that environment and no other. */
export function startChild(script: string, args: string[], env?: Record<string, string>): ChildProcess {
  const child = fork(script, args, { execArgv: [], ...(env && { env }), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  child.stdout?.resume();
  const messages: unknown[] = [];
  const waiting: { resolve(message: unknown): void; reject(error: Error): void }[] = [];
  child.on('message', (message) => {
    const next = waiting.shift();
    if (next) next.resolve(message);
    else messages.push(message);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting) reject(new Error(`${script} has ended with status ${code}`));
  });
  const next = <Answer>() =>
    new Promise<Answer>((resolve, reject) => {
      const waiter = { resolve: (message: unknown) => resolve(message as Answer), reject };
      if (messages.length > 0) waiter.resolve(messages.shift());
      else waiting.push(waiter);
    });
  return {
    next,
    ask: (message) => {
      const answer = next<never>();
      child.send(message as object);
      return answer;
    },
    // The scripts end when their parent leaves them.
    stop: () => child.disconnect(),
  };
}
