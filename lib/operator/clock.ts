import { request } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../functions/runtime/clock.ts';
import { readAheadMs } from '../local/clock/clock.ts';
import type { Jump } from '../local/clock/time-travel.ts';
import { LOCAL_DIR, NOT_RUNNING, readWritten, SERVICE_FILE } from './running-host.ts';

/** The time of the local service of this folder, which may be ahead of the machine's. */
export const localClock: Clock = () => Date.now() + readAheadMs(join(LOCAL_DIR, 'data'));

export interface ClockShown {
  now: string;
  aheadMs: number;
}

export function showClock(): Promise<ClockShown> {
  return call('GET') as Promise<ClockShown>;
}

/** Moves the clock of the running local service forward. Resolves when everything due has run. */
export function moveClock(advance: string): Promise<Jump> {
  return call('POST', { advance }) as Promise<Jump>;
}

/**
 * Uses `node:http`, because a long jump exceeds the timeout of `fetch`. Throws the host's error text when it refuses.
 */
async function call(method: string, body?: unknown): Promise<unknown> {
  const service = readWritten(SERVICE_FILE, z.object({ baseUrl: z.url() }));
  if (!service) throw new Error(NOT_RUNNING);
  const { statusCode, text } = await answerOf(new URL('/control/clock', service.baseUrl), method, body);
  const answer = JSON.parse(text) as { error?: string };
  if (statusCode === 200) return answer;
  if (answer.error) throw new Error(answer.error);
  return answer;
}

function answerOf(url: URL, method: string, body: unknown): Promise<{ statusCode: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' };
    // Of the addresses of `localhost` the service listens on this one.
    const sent = request({ host: '127.0.0.1', port: url.port, path: url.pathname, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ statusCode: response.statusCode ?? 0, text }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new Error(NOT_RUNNING) : error),
    );
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The result of a jump as text. */
export function jumpText({ from, now, quiet, calls }: Jump): string {
  const called = Object.entries(calls).map(
    ([name, { calls: count, failed }]) => `  ${name}  ${count}${failed > 0 ? `, ${failed} failed` : ''}`,
  );
  return [
    `${from} -> ${now}`,
    called.length === 0 ? 'Nothing was due.' : 'Calls on the way:',
    ...called,
    ...(quiet ? [] : ['Some calls have not ended: the clock stopped there. See the log of npm start.']),
    '',
  ].join('\n');
}

export function clockText({ now, aheadMs }: ClockShown): string {
  return `${now}, ${aheadMs === 0 ? 'as' : `${aheadText(aheadMs)} ahead of`} the machine's\n`;
}

/** `3 d 4 h 5 min` */
export function aheadText(aheadMs: number): string {
  const seconds = Math.round(aheadMs / 1_000);
  const minutes = Math.floor(seconds / 60);
  const parts: [number, string][] = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor((minutes % 1_440) / 60), 'h'],
    [minutes % 60, 'min'],
    [seconds % 60, 's'],
  ];
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ') || `${aheadMs} ms`;
}
