import type { ListedPayment, PaymentList } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { foreignId, isForeignId } from '../../payments/foreign-id.ts';
import { applyList } from '../../payments/settle/apply-list.ts';
import type { ReceiveDependencies } from '../../payments/settle/receive.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import { errorFields } from '../../runtime/logger.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { ReceivedOn } from './day-movements.table.ts';
import { differing, type Received, sumOf } from './differences.ts';
import { type NightResult, newResult } from './night-result.ts';

export interface CompareDependencies extends ReceiveDependencies {
  bankAccounts: Pick<BankAccounts, 'bank'>;
  transactions: Pick<Transactions, 'read' | 'readPointer'>;
  receivedOn: ReceivedOn;
}

export interface Comparing {
  bankAccount: string;
  day: LisbonDay;
  deadlineMs: number;
  /** The comparison before; where it was begun it is continued. */
  before: NightResult | undefined;
}

const MAX_CONCURRENT_READS = 16;
/** Lists of single starts that are asked for at a time. */
const MAX_CONCURRENT_LISTS = 4;
/** Of what remains, the result names so many. */
const MAX_REMAINS = 50;
/** A day with more movements is compared by the hour, so that each part fits in a run. */
const WHOLE_DAY = 1_000;

/** Entries of the list, with the transaction or the unknown payment that they lead to. */
interface Placed {
  transactionId: string;
  payments: readonly ListedPayment[];
}

/**
 * Compares a bank account's day with the provider's list, in both directions. Where the sums of a transaction differ,
 * the complete lists of its starts decide: what they have and we lack is recorded, and what remains is reported. Each
 * write can be repeated, so a run that ends early is continued by the next one, where `after` says.
 */
export async function compareDay(dependencies: CompareDependencies, comparing: Comparing): Promise<NightResult> {
  const { bankAccounts, clock } = dependencies;
  const { bankAccount, day, deadlineMs, before } = comparing;
  const at = clock();
  const ours = async (part: Pick<LisbonDay, 'fromMs' | 'toMs'>) =>
    (await dependencies.receivedOn(part)).filter((each) => each.bankAccount === bankAccount);
  const list = (await bankAccounts.bank(bankAccount))?.payments;
  const own = await ours(day);
  if (!list) return { ...newResult(at), state: 'no-list', oursCents: sumOf(own) };
  const partMs = own.length > WHOLE_DAY ? HOUR_MS : day.toMs - day.fromMs;
  const { after, ...begun } = before?.state === 'begun' ? before : newResult(at);
  const result: NightResult = { ...begun, at, listedCents: begun.listedCents ?? 0 };
  const beganAtMs = Number(after ?? day.fromMs);
  for (let fromMs = beganAtMs; fromMs < day.toMs; fromMs += partMs) {
    const part = { fromMs, toMs: Math.min(fromMs + partMs, day.toMs) };
    const listed = clock() < deadlineMs ? await list.between(part.fromMs, part.toMs) : undefined;
    if (listed === null) return { ...newResult(at), state: 'not-asked', oursCents: sumOf(own) };
    const recordedBefore = result.recorded;
    if (
      !listed ||
      !(await comparePart({ dependencies, bankAccount, list, result, deadlineMs }, listed, await ours(part)))
    ) {
      // One that makes no progress waits for the next night.
      const isStuck = after === String(fromMs) && result.recorded === recordedBefore;
      return { ...result, state: isStuck ? 'failed' : 'begun', after: String(fromMs) };
    }
  }
  const state = result.failed > 0 ? 'failed' : 'compared';
  return { ...result, state, oursCents: sumOf(result.recorded > 0 ? await ours(day) : own) };
}

interface Part {
  dependencies: CompareDependencies;
  bankAccount: string;
  list: PaymentList;
  result: NightResult;
  deadlineMs: number;
}

/** Adds what it finds to the result; false where the time was too short. */
async function comparePart(part: Part, listed: readonly ListedPayment[], own: readonly Received[]): Promise<boolean> {
  const { dependencies, bankAccount, result, deadlineMs } = part;
  const placed = await placesOf(dependencies, bankAccount, listed);
  const theirs = placed.flatMap(({ transactionId, payments }) =>
    payments.map(({ amountCents: cents }) => ({ transactionId, cents })),
  );
  let isInTime = true;
  await sideBySide(differing(theirs, own), MAX_CONCURRENT_LISTS, async (transactionId) => {
    if (dependencies.clock() >= deadlineMs) isInTime = false;
    else await reconcile(part, transactionId);
  });
  if (!isInTime) return false;
  result.entries += listed.length;
  result.listedCents = (result.listedCents ?? 0) + sumOf(theirs);
  return true;
}

async function placesOf(
  { transactions }: CompareDependencies,
  bankAccount: string,
  listed: readonly ListedPayment[],
): Promise<Placed[]> {
  const byStart = Map.groupBy(listed, ({ bankId }) => bankId);
  return sideBySide([...byStart], MAX_CONCURRENT_READS, async ([bankId, payments]) => {
    const transactionId = bankId === '' ? undefined : await transactions.readPointer(bankAccount, bankId);
    return { transactionId: transactionId ?? foreignId(bankAccount, bankId), payments };
  });
}

/** Brings the records of one transaction, or of an unknown payment, in line with the complete lists of its starts. */
async function reconcile({ dependencies, bankAccount, list, result }: Part, transactionId: string): Promise<void> {
  try {
    for (const bankId of await startsOf(dependencies, bankAccount, transactionId)) {
      const payments = await list.of(bankId);
      if (!payments) throw new Error('the list of a start could not be read');
      const { recorded, unlisted } = await applyList(dependencies, { transactionId, bankAccount }, bankId, payments);
      const unreadable = payments.filter(({ amountCents }) => amountCents === null).length;
      result.recorded += recorded;
      addRemain(result, { transactionId, of: 'ours', count: unlisted });
      addRemain(result, { transactionId, of: 'listed', count: unreadable });
    }
  } catch (error) {
    result.failed += 1;
    dependencies.logger.warn('comparison of a payment failed', { transactionId, bankAccount, ...errorFields(error) });
  }
}

/** Once, also where a transaction differs in two parts of the day. */
function addRemain(result: NightResult, remain: NightResult['remains'][number]): void {
  const { transactionId, of, count } = remain;
  const isKnown = result.remains.some((each) => each.transactionId === transactionId && each.of === of);
  if (count === 0 || isKnown) return;
  result.remaining += count;
  if (result.remains.length < MAX_REMAINS) result.remains.push(remain);
}

async function startsOf(
  { transactions }: CompareDependencies,
  bankAccount: string,
  transactionId: string,
): Promise<string[]> {
  if (isForeignId(transactionId)) return [transactionId.slice(foreignId(bankAccount, '').length)];
  const transaction = await transactions.read(transactionId, true);
  if (!transaction) throw new Error('a payment of the list leads to no transaction');
  return transaction.attempts.map(({ bankId }) => bankId);
}
