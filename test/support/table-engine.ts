import { readdirSync, readFileSync } from 'node:fs';

export interface TableEngine {
  pid: number;
  /** Its command line. */
  command: string[];
}

/** The process of the tables engine, by its endpoint (Linux only). Throws when there is none. */
export function tableEngineAt(endpoint: string): TableEngine {
  const { port } = new URL(endpoint);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = commandOf(pid);
    if (command[1] === 'serve' && command.includes(port)) return { pid: Number(pid), command };
  }
  throw new Error(`no tables engine at ${endpoint}`);
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}
