import type { BankAccount } from '../../banking/account.ts';
import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { isWithin, type LisbonDay, lisbonDay } from '../../runtime/lisbon-day.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { TEST_SHARD } from '../../webhooks/event-kind.ts';
import { type Entry, eventEntries, type Figure, refundEntries } from '../totals/contribution.ts';
import type { Counters } from '../totals/counters.table.ts';
import { byDay, type Difference, differencesOf, type Figures, together } from '../totals/figures.ts';
import { type AuditTable, type Candidate, rangeOf, SOURCES, type Source } from './audit.table.ts';
import { judgeTransaction } from './judge-transaction.ts';
import { type Kept, keptOf } from './kept.ts';
import type { Movements } from './movements.ts';
import { type AuditState, newPlace, type Place } from './state.ts';
import { addNotChecked, addViolation } from './tally.ts';
import { isUnattended, transactionFaults } from './transaction-rules.ts';
import type { Violation } from './violation.ts';

export interface AuditDependencies {
  table: AuditTable;
  counters: Pick<Counters, 'ofMerchant'>;
  siblings: OrderSiblings;
  movements: Movements;
  /** Every merchant of the stage, or the one that is audited. */
  merchantIds(): Promise<string[]>;
  /** Transactions created so long before a day may still settle on it; milliseconds. */
  backMs: number;
  clock: Clock;
  /** Called for each violation as it is found. */
  report(violation: Violation): void;
}

const DAY_MS = 24 * 3_600_000;

/** How long before a day transactions are read, in milliseconds: as long as references are valid, and two days more. */
export function backMsOf(accounts: readonly Pick<BankAccount, 'referenceDays'>[]): number {
  return (Math.max(0, ...accounts.map(({ referenceDays }) => referenceDays)) + 2) * DAY_MS;
}

/** Reads side by side. */
const AT_ONCE = 16;
const MAX_ROUNDS = 3;
/** The books may not yet have counted what was recorded within this time. */
const YOUNG_MS = 3_600_000;

/**
 * Audits one Lisbon day from where `state` left off until it is done or `deadlineMs` has passed, page by page: the
 * transactions of each merchant, their totals, and all due entries. A violation is read again, strongly, before it is
 * reported, since a write may have come between two reads. Writes nothing; `state` is changed.
 */
export function audit(dependencies: AuditDependencies) {
  return async (state: AuditState, deadlineMs: number): Promise<void> => {
    const day = lisbonDay(state.day);
    if (!day) throw new Error(`audit: ${state.day} is no day`);
    const run = runOf(dependencies, state, day);
    while (state.phase !== 'done' && dependencies.clock() < deadlineMs) {
      await (state.phase === 'merchants' ? run.merchantPage() : run.duePage());
    }
  };
}

function runOf(dependencies: AuditDependencies, state: AuditState, day: LisbonDay) {
  const { table, counters, movements, merchantIds, backMs, clock } = dependencies;
  const { tally } = state;
  let known: string[] | undefined;

  function report(violation: Violation): void {
    addViolation(tally, violation, day.name);
    dependencies.report(violation);
  }

  async function merchantPage(): Promise<void> {
    known ??= (await merchantIds()).sort();
    state.place ??= nextPlace(known);
    const { place } = state;
    if (place === null) {
      state.phase = 'due';
      return;
    }
    const source = SOURCES[place.source];
    if (source === undefined) return comparedTotals(place);
    const wanted = { merchantId: place.merchantId, day, backMs };
    const page = await table.candidates(source, wanted, place.after as Attributes | null);
    const found = await sideBySide(page.found, AT_ONCE, (each) => takeCandidate(place, source, each));
    const entries = found.flat().map(({ contributions }) => ({
      contributions: contributions.filter((contribution) => contribution.day === day.name),
    }));
    place.figures = together(place.figures as Figures, byDay(entries).get(day.name) ?? {}) as Place['figures'];
    place.after = page.after as Place['after'];
    if (page.after === null) place.source += 1;
  }

  function nextPlace(ids: readonly string[]): Place | null {
    const next = ids.find((id) => id > state.lastMerchantId);
    return next === undefined ? null : newPlace(next);
  }

  /** Checks a candidate of this source, and answers what it adds to the totals. */
  async function takeCandidate(place: Place, source: Source, candidate: Candidate): Promise<Entry[]> {
    const { transactionId } = candidate;
    const isStrong = place.pass === 'strong';
    const kept = (await readKept(transactionId, isStrong)) ?? (await readKept(transactionId, true));
    if (kept === 'unreadable') {
      if (!isStrong && !place.unreadable.includes(transactionId)) {
        const detail = 'transaction, refund, exception or series';
        report({ kind: 'unreadable', transactionId, merchantId: place.merchantId, detail });
      }
      if (!place.unreadable.includes(transactionId)) place.unreadable.push(transactionId);
      return [];
    }
    if (!kept) return [];
    const entries = entriesOf(kept);
    if (!isOwn(source, candidate, kept, entries)) return [];
    if (isStrong) return counted(entries);
    if (!isOfDay(kept) && !entries.some(({ recordedAt }) => isWithin(day, recordedAt))) return entries;
    tally.checked += 1;
    if (isWithin(day, kept.transaction.paidAt ?? -1)) tally.payments += 1;
    const judged = await judgeTransaction({ ...dependencies, tally, day }, kept, () => readKept(transactionId, true));
    for (const fault of judged) report({ ...fault, transactionId, merchantId: place.merchantId });
    return entries;
  }

  async function readKept(transactionId: string, consistent: boolean): Promise<Kept | 'unreadable' | undefined> {
    const items = await table.items(transactionId, consistent);
    try {
      return keptOf(items);
    } catch {
      return consistent ? 'unreadable' : readKept(transactionId, true);
    }
  }

  /** Each transaction is taken from the first source that has it. */
  function isOwn(source: Source, { entryId }: Candidate, { transaction }: Kept, entries: readonly Entry[]): boolean {
    const { createdAt, paidAt = -1 } = transaction;
    const isIn = (other: Exclude<Source, 'counted'>, timeMs: number) => {
      const [fromMs, toMs] = rangeOf(other, { day, backMs });
      return timeMs >= fromMs && timeMs < toMs;
    };
    if (source === 'created') return true;
    if (isIn('created', createdAt)) return false;
    if (source === 'never-started') return true;
    if (isIn('never-started', createdAt)) return false;
    if (source === 'paid') return true;
    const ids = entries.filter(({ recordedAt }) => isWithin(day, recordedAt)).map(({ id }) => id);
    return !isIn('paid', paidAt) && entryId === ids.sort()[0];
  }

  /** Without the recent entries that the books may not have counted yet. */
  async function counted(entries: readonly Entry[]): Promise<Entry[]> {
    const isSettled = await sideBySide(entries, AT_ONCE, async (entry) => {
      return entry.recordedAt < clock() - YOUNG_MS || table.isCounted(entry);
    });
    return entries.filter((_, index) => isSettled[index]);
  }

  /** A counter that changed during the strong pass is read once more; one that keeps changing is not judged. */
  async function comparedTotals(place: Place): Promise<void> {
    const { merchantId, pass, rounds } = place;
    const [counter] = await counters.ofMerchant(merchantId, [day.name], true);
    const differences = differencesOf(counter?.figures ?? {}, place.figures as Figures);
    const version = counter?.version ?? 0;
    if (place.unreadable.length > 0) addNotChecked(tally, 'unread');
    else if (differences.length === 0) tally.totals += counter ? 1 : 0;
    else if (pass === 'first' || version !== place.version) {
      if (rounds < MAX_ROUNDS) {
        state.place = newPlace(merchantId, 'strong', rounds + 1, version);
        return;
      }
      addNotChecked(tally, 'totals-busy');
    } else {
      tally.totals += 1;
      // A counter that is too high may be the last trace of a lost payment: a person must see it before a rebuild.
      const isAbove = differences.some(({ was, is }) => was.count > is.count || was.cents > is.cents);
      const detail = differences.map(differenceText).join('; ');
      report({ kind: isAbove ? 'totals-above' : 'totals', transactionId: null, merchantId, detail });
    }
    state.lastMerchantId = merchantId;
    state.place = null;
  }

  /** A page of the due transactions and test events; the test events have the last shard. */
  async function duePage(): Promise<void> {
    if (state.shard > TEST_SHARD) return finish();
    const page = await table.due(state.shard, clock(), state.dueAfter as Attributes | null);
    tally.due += page.found.length;
    await sideBySide(page.found, AT_ONCE, ({ transactionId, dueAt }) => takeDue(transactionId, dueAt));
    state.dueAfter = page.after as AuditState['dueAfter'];
    if (page.after === null) state.shard += 1;
  }

  async function takeDue(transactionId: string, dueAt: number): Promise<void> {
    const isTest = state.shard === TEST_SHARD;
    const kept = isTest ? undefined : await readKept(transactionId, false);
    const merchantId = kept && kept !== 'unreadable' ? kept.transaction.merchantId : null;
    if (isUnattended(dueAt, clock())) {
      const now = await table.dueAt(transactionId);
      const detail = isUnattended(now, clock()) && `due since ${isoTime(now)}`;
      if (detail) report({ kind: 'due-unattended', transactionId, merchantId, detail });
    }
    // A transaction of the day was checked with its merchant.
    if (!kept || kept === 'unreadable' || isOfDay(kept)) return;
    if (transactionFaults(kept, clock()).length === 0) return;
    const again = await readKept(transactionId, true);
    if (!again || again === 'unreadable') return;
    for (const fault of transactionFaults(again, clock())) report({ ...fault, transactionId, merchantId });
  }

  function isOfDay({ transaction: { createdAt, paidAt, settlements } }: Kept): boolean {
    const times = [createdAt, paidAt ?? -1, ...settlements.map(({ settledAt }) => settledAt)];
    return times.some((timeMs) => isWithin(day, timeMs));
  }

  async function finish(): Promise<void> {
    const { silent, lost } = await movements.finish(day, tally);
    for (const { transactionId, detail } of lost) report({ kind: 'movement', transactionId, merchantId: null, detail });
    // An account without a payment of the service may still have received money.
    if (silent.length > 0 && tally.byReason['no-list'] === undefined) addNotChecked(tally, 'no-list');
    state.phase = 'done';
    state.finishedAt = clock();
  }

  return { merchantPage, duePage };
}

function entriesOf({ transaction, refunds }: Kept): Entry[] {
  return [...eventEntries(transaction), ...refunds.flatMap((refund) => refundEntries(refund, transaction.merchantId))];
}

function differenceText({ figure, was, is }: Difference): string {
  const sum = ({ count, cents }: { count: number; cents: number }) => `${count} (${cents} cents)`;
  return `${figure satisfies Figure}: counted ${sum(was)}, transactions ${sum(is)}`;
}
