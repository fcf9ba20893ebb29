import * as z from 'zod/mini';
import type { ApiAnswer } from '../api/proxy-answer.ts';
import type { ApiRequest } from '../api/request.ts';
import { parsedJson } from '../json.ts';
import { type Clock, durationMs } from './clock.ts';
import { DAY_MS } from './durations.ts';
import type { TimeTravel } from './time-travel.ts';

type ControlRequest = Pick<ApiRequest, 'method' | 'path' | 'headers'> & { body: string | null | 'too-large' };

/** Ten years: longer than any delay, and a limit for mistyped values. */
const MAX_JUMP_MS = 10 * 366 * DAY_MS;

const request = z.strictObject({ advance: z.string() });

const HOW = 'the body must be {"advance": "1m"} (ms, s, m, h, d; 1h30m), at most ten years; the clock never goes back';

/**
 * `/control/clock`: shows the host's clock and moves it forward. An endpoint of the host, not of the app. It answers
 * 403 to pages of other origins.
 */
export class ClockControl {
  readonly #clock: Clock;
  readonly #travel: TimeTravel;

  constructor(clock: Clock, travel: TimeTravel) {
    this.#clock = clock;
    this.#travel = travel;
  }

  async answer({ method, path, headers, body }: ControlRequest): Promise<ApiAnswer> {
    if (isCrossOrigin(headers)) return json(403, { error: 'pages of other origins cannot call the control endpoint' });
    if (path !== '/clock') return json(404, { error: 'the host has one control endpoint: /control/clock' });
    if (method === 'GET') return json(200, this.#shown());
    if (method !== 'POST') return json(405, { error: 'GET shows the clock, POST moves it forward' });
    const byMs = requestedMs(body ?? '');
    if (byMs === undefined) return json(400, { error: HOW });
    const jump = await this.#travel.advance(byMs);
    // 503: some calls have not ended. The clock stays where it stopped.
    return json(jump.quiet ? 200 : 503, jump);
  }

  #shown(): { now: string; aheadMs: number } {
    return { now: new Date(this.#clock.nowMs()).toISOString(), aheadMs: this.#clock.aheadMs() };
  }
}

/** Names that no DNS answer can point elsewhere. Under any other name a site can call as if it were of this origin. */
const FIXED_NAME = /^(localhost|[\d.]+|\[[\da-f:.]+\])$/;

function isCrossOrigin(headers: ControlRequest['headers']): boolean {
  const sent = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const origin = sent('origin');
  if (origin === undefined) return false;
  const page = URL.parse(origin);
  return page === null || page.host !== sent('host') || !FIXED_NAME.test(page.hostname);
}

function requestedMs(body: string): number | undefined {
  const { data } = request.safeParse(parsedJson(body));
  const byMs = data && durationMs(data.advance);
  return byMs !== undefined && byMs <= MAX_JUMP_MS ? byMs : undefined;
}

function json(status: number, content: unknown): ApiAnswer {
  const body = Buffer.from(`${JSON.stringify(content)}\n`);
  return { status, headers: [['Content-Type', 'application/json']], body };
}
