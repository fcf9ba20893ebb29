import { cpus } from 'node:os';

/** Answers a function that says how busy all processors of the machine were since, 0 to 1. */
export function processorTime(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return 1 - (now.idle - before.idle) / (now.all - before.all);
  };
}

function ticks(): { idle: number; all: number } {
  const times = cpus().map(({ times }) => times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.idle + time.irq, 0);
  return { idle, all };
}
