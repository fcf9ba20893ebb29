import type { ListedPayment, PaymentList } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { foreignId, isForeignId } from '../../payments/ids.ts';
import { applyList } from '../../payments/settle/apply-list.ts';
import type { ReceiveDependencies } from '../../payments/settle/receive.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import { errorFields } from '../../runtime/logger.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { ReceivedOn } from './day-movements.table.ts';
import { differing, sumOf } from './differences.ts';
import type { NightResult } from './nights.table.ts';

export interface CompareDependencies extends ReceiveDependencies {
  bankAccounts: Pick<BankAccounts, 'bank'>;
  transactions: Pick<Transactions, 'read' | 'readPointer'>;
  receivedOn: ReceivedOn;
}

export interface Comparing {
  bankAccount: string;
  day: LisbonDay;
  deadlineMs: number;
  /** Of the comparison before, which is continued. */
  before: NightResult | undefined;
}

const MAX_CONCURRENT_READS = 16;
/** Lists of single starts that are asked for at a time. */
const MAX_CONCURRENT_LISTS = 4;
/** Of what remains, the result names so many. */
const MAX_REMAINS = 50;

/** Entries of the list, with the transaction or the unknown payment that they lead to. */
interface Placed {
  transactionId: string;
  bankId: string;
  payments: readonly ListedPayment[];
}

/**
 * Compares a bank account's day with the provider's list, in both directions. Where the sums of a transaction differ,
 * the complete lists of its starts decide: what they have and we lack is recorded, and what remains is reported. Each
 * write can be repeated, so a run that ends early is continued by the next one.
 */
export async function compareDay(dependencies: CompareDependencies, comparing: Comparing): Promise<NightResult> {
  const { bankAccounts, receivedOn, clock } = dependencies;
  const { bankAccount, day, deadlineMs, before } = comparing;
  const at = clock();
  const ours = async () => (await receivedOn(day)).filter((each) => each.bankAccount === bankAccount);
  const result: NightResult = {
    ...{ at, state: 'compared', entries: 0, oursCents: 0, listedCents: null, recorded: 0, remaining: 0, remains: [] },
  };
  const list = (await bankAccounts.bank(bankAccount))?.payments;
  const own = await ours();
  result.oursCents = sumOf(own);
  if (!list) return { ...result, state: 'no-list' };
  const listed = await list.between(day.fromMs, day.toMs);
  if (!listed) return { ...result, state: 'not-asked' };
  result.entries = listed.length;

  const placed = await placesOf(dependencies, bankAccount, listed);
  const theirs = placed.flatMap(({ transactionId, payments }) =>
    payments.map(({ amountCents: cents }) => ({ transactionId, cents })),
  );
  result.listedCents = sumOf(theirs);
  const remains = (remain: NightResult['remains'][number]) => {
    result.remaining += remain.count;
    if (result.remains.length < MAX_REMAINS) result.remains.push(remain);
  };
  await sideBySide(differing(theirs, own), MAX_CONCURRENT_LISTS, async (transactionId) => {
    if (clock() >= deadlineMs) result.state = 'begun';
    else if (!(await reconcile({ dependencies, bankAccount, list, result, remains }, transactionId))) {
      if (result.state === 'compared') result.state = 'failed';
    }
  });
  if (result.recorded > 0) result.oursCents = sumOf(await ours());
  // One that makes no progress waits for the next night.
  if (result.state === 'begun' && before?.state === 'begun' && result.recorded === 0) result.state = 'failed';
  return result;
}

async function placesOf(
  { transactions }: CompareDependencies,
  bankAccount: string,
  listed: readonly ListedPayment[],
): Promise<Placed[]> {
  const byStart = Map.groupBy(listed, ({ bankId }) => bankId);
  return sideBySide([...byStart], MAX_CONCURRENT_READS, async ([bankId, payments]) => {
    const transactionId = bankId === '' ? undefined : await transactions.readPointer(bankAccount, bankId);
    return { transactionId: transactionId ?? foreignId(bankAccount, bankId), bankId, payments };
  });
}

interface Reconciling {
  dependencies: CompareDependencies;
  bankAccount: string;
  list: PaymentList;
  result: NightResult;
  remains(remain: NightResult['remains'][number]): void;
}

/** Brings the records of one transaction, or of an unknown payment, in line with the complete lists of its starts. */
async function reconcile(
  { dependencies, bankAccount, list, result, remains }: Reconciling,
  transactionId: string,
): Promise<boolean> {
  try {
    let isAsked = true;
    for (const bankId of await startsOf(dependencies, bankAccount, transactionId)) {
      const payments = await list.of(bankId);
      if (!payments) {
        isAsked = false;
        continue;
      }
      const { recorded, missing } = await applyList(dependencies, { transactionId, bankAccount }, bankId, payments);
      const unreadable = payments.filter(({ amountCents }) => amountCents === null).length;
      result.recorded += recorded;
      if (missing > 0) remains({ transactionId, of: 'ours', count: missing });
      if (unreadable > 0) remains({ transactionId, of: 'listed', count: unreadable });
    }
    return isAsked;
  } catch (error) {
    dependencies.logger.error('comparison of a payment failed', { transactionId, bankAccount, ...errorFields(error) });
    return false;
  }
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
