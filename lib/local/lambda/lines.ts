import type { Readable } from 'node:stream';

/** Calls back for each line of a stream, the unfinished last one included when it ends. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) onLine(line);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
}
