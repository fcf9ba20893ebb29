import type { PollMessage } from '../../../functions/payments/settle/poll.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { Bank, Notice } from '../../bank/bank.ts';
import { Ifthenpay } from '../../bank/ifthenpay.ts';
import { Sibs } from '../../bank/sibs.ts';
import { REGISTRATION } from '../../rig/banks/scripted-ifthenpay.ts';
import { CREDENTIALS } from '../../rig/banks/scripted-sibs.ts';
import { History, type Movement, type PlayedStart, report } from './history.ts';
import { type MoneyEngine, type MoneyService, moneyService } from './money-service.ts';
import type { PayStep, RefundStep, Schedule, StartStep, Step } from './schedule.ts';

const SECOND_MS = 1_000;

/** After the end of a window or reference; a sweep that finds nothing due costs a read. */
const SWEPT_AFTER_MS = [
  MINUTE_MS + 1_000,
  2 * MINUTE_MS + 5_000,
  16 * MINUTE_MS,
  50 * MINUTE_MS,
  12 * HOUR_MS,
  2 * DAY_MS,
  6 * DAY_MS,
];
/** A transaction on which nothing was started is cancelled after 30 days. */
const LAST_SWEEP_MS = 31 * DAY_MS;

/** The customer's actions and their reports, when nothing is outstanding. */
export interface Played {
  schedule: Schedule;
  transactionId: string;
  /** The starts that reached the bank. */
  starts: PlayedStart[];
  returns: { start: PlayedStart; movement: Movement }[];
  foreign: History['foreign'];
  /** Main item, exceptions and refunds of the transaction, and exceptions of foreign payments. */
  items: Record<string, unknown>[];
  foreignItems: Record<string, unknown>[];
  /** Problems found during the run. */
  problems: string[];
  lines: readonly object[];
}

/** Runs one schedule on the service until nothing is outstanding. */
export async function play(engine: MoneyEngine, schedule: Schedule): Promise<Played> {
  return new Play(engine, schedule).run();
}

class Play {
  readonly #schedule: Schedule;
  readonly #beginsMs: number;
  readonly #bank: Bank;
  readonly #history: History;
  readonly #service: MoneyService;
  readonly #agenda: { atMs: number; run: () => Promise<void> }[] = [];
  /** The start that reached the bank, by the number of the step. */
  readonly #starts = new Map<number, PlayedStart>();
  readonly #plans: StartStep[] = [];
  /** References that the merchant received. */
  readonly #known = new Set<string>();
  readonly #returns: Played['returns'] = [];
  #nowMs: number;
  #transactionId = '';
  #made = 0;
  #isSettled = false;
  #pollsLeft: number;

  constructor(engine: MoneyEngine, schedule: Schedule) {
    this.#schedule = schedule;
    this.#beginsMs = Date.parse(schedule.begins);
    this.#nowMs = this.#beginsMs;
    this.#pollsLeft = schedule.polls;
    const clock = () => this.#nowMs;
    this.#bank =
      schedule.provider === 'sibs' ? new Sibs(clock, CREDENTIALS.notificationKey) : new Ifthenpay(clock, REGISTRATION);
    this.#history = new History(clock);
    const call = this.#history.watch(this.#bank.call);
    this.#service = moneyService(engine, schedule, { clock, call }, (message, delayS) => this.#poll(message, delayS));
  }

  async run(): Promise<Played> {
    const { calls, adopt, items, remove, lines } = this.#service;
    const { body } = await calls.init({ orderId: 'ORDER-1', amount: this.#schedule.expectedCents / 100 });
    this.#transactionId = String(body.transactionId);
    adopt(this.#transactionId);
    for (const step of this.#schedule.steps) this.#at(this.#beginsMs + step.at * SECOND_MS, () => this.#step(step));
    this.#at(this.#beginsMs + LAST_SWEEP_MS, () => this.#sweep());
    for (let next = this.#next(); next; next = this.#next()) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      await next.run();
    }
    await this.#night();
    const foreignItems = await Promise.all(
      this.#history.foreign.map((each) => items(`foreign_main_${this.#foreignId(each)}`)),
    );
    const played: Played = {
      schedule: this.#schedule,
      transactionId: this.#transactionId,
      starts: this.#history.starts,
      returns: this.#returns,
      foreign: this.#history.foreign,
      items: await items(this.#transactionId),
      foreignItems: foreignItems.flat(),
      problems: this.#history.problems,
      lines,
    };
    await remove(this.#transactionId);
    return played;
  }

  /** The night compares with the provider's list, where it has one: it has everything now. */
  async #night(): Promise<void> {
    if (this.#schedule.provider === 'sibs') return;
    for (const { orderId } of this.#history.starts) await this.#service.compare(this.#transactionId, orderId);
    for (const { orderId } of this.#history.foreign) await this.#service.compare(`foreign_main_${orderId}`, orderId);
  }

  #foreignId({ bankId, orderId }: History['foreign'][number]): string {
    return this.#schedule.provider === 'sibs' ? bankId : orderId;
  }

  #at(atMs: number, run: () => Promise<void>): void {
    this.#agenda.push({ atMs, run });
  }

  /** The earliest; at the same time the one that was added first. */
  #next() {
    let first = 0;
    this.#agenda.forEach(({ atMs }, index) => {
      if (atMs < (this.#agenda[first]?.atMs ?? 0)) first = index;
    });
    return this.#agenda.splice(first, 1)[0];
  }

  async #step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'start':
        this.#plans.push(step);
        return this.#start(step, this.#plans.length - 1);
      case 'again': {
        const plan = this.#plans[step.start];
        if (plan) await this.#start({ ...plan, manner: 'good' }, step.start);
        return;
      }
      case 'pay':
        this.#pay(step);
        return;
      case 'refund':
        this.#refund(step);
        return;
      case 'foreign': {
        const movement = this.#movement(step.cents);
        const bankId = `x${movement.id}`;
        const orderId = this.#bank.receiveForeign(bankId, movement);
        this.#history.foreign.push({ bankId, orderId, movement });
        return this.#notices(
          step.notices,
          { kind: 'foreign', bankId, money: movement, noticeId: `n-${movement.id}` },
          movement,
        );
      }
      case 'decline': {
        const start = this.#starts.get(step.start);
        if (!start || start.outFromMs > this.#nowMs || start.movements.length > 0) return;
        start.hasDeclined = true;
        this.#bank.decline(start.bankId);
        const isNoticed = step.isNoticed && this.#schedule.provider === 'sibs';
        return this.#notices(isNoticed ? [1] : [], { kind: 'status', start, status: 'Declined', noticeId: this.#id() });
      }
      case 'stale': {
        const start = this.#starts.get(step.start);
        const isTrue =
          start && (step.status === 'Pending' || (start.method === 'MBWAY' && this.#nowMs > start.endsAtMs));
        if (start && isTrue) this.#notices([0], { kind: 'status', start, status: step.status, noticeId: this.#id() });
        return;
      }
      case 'sweep':
        return this.#sweep();
      case 'outage':
        this.#bank.outageUntilMs = this.#nowMs + step.lasts * SECOND_MS;
        return;
    }
  }

  async #start({ method, phone, manner }: StartStep, plan: number): Promise<void> {
    const before = this.#bank.starts.length;
    this.#bank.manner = manner;
    const { calls } = this.#service;
    const { statusCode, body } =
      method === 'MBWAY' ? await calls.mbway(this.#transactionId, phone) : await calls.multibanco(this.#transactionId);
    if (statusCode >= 500 && statusCode !== 502) this.#history.problems.push(`a start was answered ${statusCode}`);
    const atBank = this.#bank.starts.length > before ? this.#bank.starts.at(-1) : undefined;
    if (atBank) {
      const begun: PlayedStart = { ...atBank, manner, hasDeclined: false, movements: [] };
      this.#history.starts.push(begun);
      if (begun.cents !== this.#schedule.expectedCents)
        this.#history.problems.push(`started with ${begun.cents} cents`);
      if (!this.#starts.has(plan)) this.#starts.set(plan, begun);
      for (const afterMs of SWEPT_AFTER_MS) this.#at(begun.endsAtMs + afterMs, () => this.#sweep());
    }
    if (statusCode === 200 && body.reference) this.#known.add(String(body.reference));
  }

  #pay({ start: index, cents, notices, shownAfter, listedAfter, isPartial }: PayStep): void {
    const start = this.#starts.get(index);
    if (!start || start.outFromMs > this.#nowMs) return;
    // A push is confirmed once; a reference that was not returned cannot be paid.
    if (start.method === 'MBWAY' ? start.movements.length > 0 : !this.#known.has(start.reference)) return;
    const movement = this.#movement(cents);
    movement.isPartial = isPartial;
    movement.shownFromMs = shownAfter === null ? Number.POSITIVE_INFINITY : this.#nowMs + shownAfter * SECOND_MS;
    movement.listedFromMs = this.#nowMs + listedAfter * SECOND_MS;
    start.movements.push(movement);
    this.#bank.receive(start.bankId, movement);
    this.#notices(notices, { kind: 'paid', start, money: movement, noticeId: `n-${movement.id}` }, movement);
  }

  #refund({ start: index, cents, notices }: RefundStep): void {
    const start = this.#starts.get(index);
    if (!start || start.movements.length === 0) return;
    const movement = this.#movement(cents);
    this.#returns.push({ start, movement });
    this.#notices(notices, { kind: 'returned', start, money: movement, noticeId: `n-${movement.id}` }, movement);
  }

  #id(): string {
    this.#made += 1;
    return `${this.#transactionId.slice(-8)}${this.#made}`;
  }

  #movement(cents: number): Movement {
    const shown = { shownFromMs: this.#nowMs, listedFromMs: this.#nowMs, isPartial: false };
    return { id: this.#id(), cents, atMs: this.#nowMs, ...shown, reports: new Map() };
  }

  #notices(delays: readonly number[], notice: Notice, movement?: Movement): void {
    for (const delay of delays) this.#at(this.#nowMs + delay * SECOND_MS, () => this.#deliver(notice, movement));
  }

  /** An unacknowledged notification is repeated after the provider's pauses. */
  async #deliver(notice: Notice, movement: Movement | undefined, repeats = 0): Promise<void> {
    const answer = await this.#service.receive(this.#bank.notification(notice));
    if (answer === 500) this.#history.problems.push('a notification was answered 500');
    if (movement) report(movement, 'notice', this.#nowMs);
    if (movement?.acknowledgedAtMs !== undefined) movement.isRepeated = true;
    if (movement && answer === 'killed') movement.wasKilled = true;
    if (movement && answer === 200) movement.acknowledgedAtMs ??= this.#nowMs;
    const pauseS = this.#bank.retryPausesS[repeats];
    if (answer !== 200 && pauseS !== undefined)
      this.#at(this.#nowMs + pauseS * SECOND_MS, () => this.#deliver(notice, movement, repeats + 1));
  }

  async #poll(message: PollMessage, delayS: number): Promise<void> {
    if (this.#pollsLeft === 0) return;
    this.#pollsLeft -= 1;
    this.#at(this.#nowMs + delayS * SECOND_MS, async () => void (await this.#service.poll(message)));
  }

  /** A settled transaction is due for its webhook only, which is not part of the run. */
  async #sweep(): Promise<void> {
    if (this.#isSettled) return;
    const transaction = await this.#service.read(this.#transactionId);
    this.#isSettled = transaction?.status !== 'pending';
    const isDue = (transaction?.dueAt ?? Number.POSITIVE_INFINITY) <= this.#nowMs;
    if (!this.#isSettled && isDue) await this.#service.sweep();
  }
}
