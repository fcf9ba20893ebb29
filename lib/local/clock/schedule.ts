import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Log } from '../log.ts';
import { ACCOUNT, arnOf, REGION } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import type { Clock, Timer } from './clock.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * One rule with a rate: calls its function at every interval, the first time one interval after the start. A failed
 * call is not retried, whatever the template's retry policy is.
 */
export class Schedule {
  readonly #functionArn: string;
  readonly #ruleArn: string;
  readonly #intervalMs: number;
  readonly #functions: Functions;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();
  #timer: Timer | undefined;
  #calls = 0;
  #latestMs = 0;
  #nextMs = 0;

  constructor(rule: Resource, functions: Functions, clock: Clock, log: Log) {
    this.#ruleArn = arnOf('events', `rule/${rule.physicalId}`);
    this.#intervalMs = rateMs(rule);
    this.#functionArn = targetOf(rule, functions);
    this.#functions = functions;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#latestMs = this.#clock.nowMs();
    this.waitUntil(this.#latestMs);
  }

  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** The time of the latest call, or of the start. */
  get latestMs(): number {
    return this.#latestMs;
  }

  get nextMs(): number {
    return this.#nextMs;
  }

  /** Number of calls begun since the start. */
  get calls(): number {
    return this.#calls;
  }

  get isQuiet(): boolean {
    return this.#running.size === 0;
  }

  /** The first of its times after the latest call that is not before `timeMs`. */
  timeFrom(timeMs: number): number {
    const firstMs = this.#latestMs + this.#intervalMs;
    return firstMs + Math.ceil(Math.max(0, timeMs - firstMs) / this.#intervalMs) * this.#intervalMs;
  }

  /** Skips its times before `timeMs`. */
  waitUntil(timeMs: number): void {
    this.#timer?.cancel();
    this.#nextMs = this.timeFrom(timeMs);
    this.#timer = this.#clock.after(Math.max(0, this.#nextMs - this.#clock.nowMs()), () => this.#run());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await Promise.all(this.#running);
  }

  #run(): void {
    this.#calls++;
    this.#latestMs = this.#nextMs;
    this.#track(this.#call(this.#latestMs));
    this.waitUntil(this.#latestMs);
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #call(dueMs: number): Promise<void> {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: ACCOUNT,
      time: `${new Date(dueMs).toISOString().slice(0, 19)}Z`,
      region: REGION,
      resources: [this.#ruleArn],
      detail: {},
    };
    const outcome = await this.#functions.invoke(this.#functionArn, event);
    if (outcome.kind === 'answered') return;
    const why = outcome.kind === 'failed' ? outcome.error.errorMessage : 'throttled';
    this.#log({ kind: 'host', level: 'warn', text: `scheduled call failed: ${this.#functionArn}: ${why}` });
  }
}

function rateMs(rule: Resource): number {
  const expression = String(rule.properties.ScheduleExpression);
  const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(expression) ?? [];
  if (minutes === undefined)
    throw new UnsupportedError(
      rule,
      `property ScheduleExpression (${expression})`,
      'only rate(n minutes) is supported',
    );
  return Number(minutes) * MINUTE_MS;
}

function targetOf(rule: Resource, functions: Functions): string {
  const { State: state, Targets: targets } = rule.properties;
  if (state !== 'ENABLED') throw new UnsupportedError(rule, 'property State', 'only ENABLED is supported');
  const [arn = '', ...others] = (targets as JsonObject[]).map(({ Arn }) => String(Arn));
  if (others.length > 0 || !functions.has(arn))
    throw new UnsupportedError(rule, `property Targets (${arn})`, 'only one function of the assembly is supported');
  return arn;
}
