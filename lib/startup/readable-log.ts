import type { LogEntry } from '../local/host.ts';
import type { CallEntry } from '../local/log.ts';

/**
 * One readable line for each call and for each warning or error of a function; with `verbose` also the functions'
 * JSON.
 */
export function readableLog(verbose: boolean, write: (line: string) => void): (entry: LogEntry) => void {
  return (entry) => {
    const line = lineOf(entry, verbose);
    if (line !== undefined) write(stamped(line));
  };
}

/** The line after the time of day in UTC. */
export function stamped(line: string): string {
  return `${new Date().toISOString().slice(11, 23)}  ${line}`;
}

function lineOf(entry: LogEntry, verbose: boolean): string | undefined {
  switch (entry.kind) {
    case 'page':
      // A browser loads twenty files for a page: only failures are printed.
      if (!verbose && entry.status < 500) return undefined;
      return callLine(entry);
    case 'call':
      // By the start itself, which names its failures.
      if (!verbose && entry.status === 200 && entry.path.endsWith('/callback/activation')) return undefined;
      return callLine(entry);
    case 'host':
      return entry.level === 'info' && !verbose ? undefined : `host  ${entry.text}`;
    case 'function':
      if (verbose) return `${entry.functionName}  ${entry.line}`;
      return warningLine(entry.functionName, entry.line);
  }
}

function callLine({ method, path, status, durationMs }: CallEntry): string {
  return `${method.padEnd(4)} ${path}  ${status}  ${Math.round(durationMs)} ms`;
}

/** A warning or an error of a function's JSON line, as one readable line. */
function warningLine(functionName: string, line: string): string | undefined {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return `${functionName}  ${line}`;
  }
  const { level, message, stack: _stack, ...fields } = parsed;
  if (level !== 'WARN' && level !== 'ERROR') return undefined;
  const details = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return [String(level), functionName, String(message), ...details].join('  ');
}
