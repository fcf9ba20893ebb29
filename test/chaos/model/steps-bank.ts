import { checkoutId } from '../../../functions/banking/sibs/ids.ts';
import { newTransactionId } from '../../../functions/payments/transaction-id.ts';
import { type BankPayment, isPaid, reportedSum } from '../world/bank.ts';
import { factsOf, type Notice, receive } from '../world/bank-notifications.ts';
import { type Model, type ModelPayment, pick, startedAtBank } from './model.ts';
import { type Cut, type ModelWorld, underCut } from './model-world.ts';
import { fail, observe } from './observe.ts';
import { heard, type Report, type View } from './rules.ts';

export const DECISIONS = ['approve', 'decline', 'pay-short', 'pay-more', 'pay-again'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The customer or the bank decides a payment that was started; also too late, when the bank had reported otherwise. */
export function decide(
  model: Model,
  world: ModelWorld,
  facts: { started: number; decision: Decision; isNoticed: boolean },
): void {
  const payment = pick(startedAtBank(world), facts.started);
  if (!payment) return;
  const { decision, isNoticed } = facts;
  if (decision === 'decline') {
    if (payment.state !== 'waiting' && payment.state !== 'declined') return;
    payment.state = 'declined';
    if (isNoticed) enqueue(model, payment, 'Declined');
    return;
  }
  const cents = sumOf(payment, decision);
  if (cents === undefined) return;
  world.bank.pay(payment, cents);
  if (isNoticed) enqueue(model, payment, 'Success');
}

/** What is paid; undefined where such a payment cannot be: a push is paid in full and once. */
function sumOf({ cents, state, method }: BankPayment, decision: Decision): number | undefined {
  if (decision === 'approve') return state === 'paid' ? undefined : cents;
  if (method === 'MBWAY') return undefined;
  if (decision === 'pay-again') return state === 'paid' ? cents : undefined;
  if (state === 'paid') return undefined;
  return decision === 'pay-more' ? cents + 150 : cents > 1 ? Math.floor(cents / 2) : undefined;
}

export function enqueue(model: Model, payment: BankPayment, status: Notice['status']): void {
  model.made += 1;
  const movement = status === 'Success' ? payment.movements.at(-1) : undefined;
  const cents = movement?.cents ?? payment.cents;
  model.notices.push({ noticeId: `notice-${model.made}`, payment, status, cents, movement });
}

/** One of the bank's notices comes, in whatever order; it comes again when it is kept or was not acknowledged. */
export async function deliverNotice(
  model: Model,
  world: ModelWorld,
  facts: { notice: number; isKept: boolean; cut: Cut },
) {
  const notice = pick(model.notices, facts.notice);
  if (notice) await notify(model, world, notice, facts);
}

export async function notify(
  model: Model,
  world: ModelWorld,
  notice: Notice,
  { isKept, cut, misread }: { isKept: boolean; cut: Cut; misread?: number },
): Promise<void> {
  const { payment: atBank, status, movement } = notice;
  const payment = model.payments.find(({ transactionId }) => transactionId === atBank.transactionId);
  if (!payment) return;
  const cents = misread ?? notice.cents;
  const isUnconfirmed = isDoubted(payment, notice, cents) && !world.bank.isAnswering;
  const next = isUnconfirmed ? payment.view : afterNotice(payment, atBank, { status, cents });
  const ended = await underCut(world, cut, () => receive(world, factsOf({ ...notice, cents })));
  if (ended.kind === 'failed') fail(world, `notification threw ${String(ended.error)}`);
  await observe(model, world, new Map([[payment, ended.kind === 'answered' ? [next] : [payment.view, next]]]));
  if (ended.kind !== 'answered') return;
  const [code, expected] = [ended.answer.statusCode, isUnconfirmed ? 503 : 200];
  if (code !== expected) fail(world, `a notice was answered ${code}, and not ${expected}`);
  // One that was not acknowledged comes again, with the sum of the bank's books.
  model.notices = model.notices.filter((other) => other !== notice || isKept || isUnconfirmed);
  if (isUnconfirmed && !model.notices.includes(notice)) model.notices.push(notice);
  if (movement && !isUnconfirmed) movement.isReported = true;
}

/**
 * A start that the bank refused for our fault leaves no attempt, unless the function died before it took it away: its money
 * is an exception, whatever the sum.
 */
function isWithdrawn({ record }: ModelPayment, { method, refusedAs, bankId }: BankPayment): boolean {
  const isOurFault = method === 'REFERENCE' && refusedAs === 'unregistered';
  return isOurFault && !record.attempts.some((attempt) => attempt.bankId === bankId);
}

/** A sum that is not the transaction's own, or once it is paid another sum of the very movement that paid it. */
function isDoubted(payment: ModelPayment, notice: Notice, noticedCents: number): boolean {
  const { view, record, cents } = payment;
  if (isWithdrawn(payment, notice.payment) || notice.status !== 'Success') return false;
  if (view.status !== 'paid') return noticedCents !== cents;
  return notice.movement?.operationId === record.paidOperation && noticedCents !== (record.paidCents ?? cents);
}

/** A sum that is not the transaction's own is not believed before the bank was asked (decision D20). */
function afterNotice(payment: ModelPayment, atBank: BankPayment, noticed: Pick<Notice, 'status' | 'cents'>): View {
  const { view, record, cents } = payment;
  if (isWithdrawn(payment, atBank)) return view;
  const isLive = record.attempts[record.liveAttempt ?? -1]?.bankId === atBank.bankId;
  const isAsked = noticed.cents !== cents && atBank.state === 'paid';
  const sum = isAsked ? reportedSum(atBank) : noticed.cents;
  const money: Report = sum >= cents ? 'paid' : 'short';
  const report = noticed.status === 'Success' ? money : noticed.status === 'Declined' ? 'declined' : 'over';
  return heard(view, atBank.method, report, isLive);
}

export const FORGERIES = ['wrong-key', 'unknown-transaction', 'foreign', 'stranger', 'misread'] as const;
export type Forgery = (typeof FORGERIES)[number];

/** A notice that is false, not ours, or has another sum than the bank's own books. */
export async function forge(model: Model, world: ModelWorld, facts: { forgery: Forgery; which: number }) {
  const { forgery, which } = facts;
  const payment = pick(model.payments, which);
  if (!payment) return;
  if (forgery === 'misread') return misread(model, world, which);
  model.made += 1;
  const bankId = `stranger-${model.made}`;
  const [live] = world.bank.live(payment.transactionId);
  const ours = checkoutId(payment.transactionId);
  const base = { bankId, notificationId: bankId, euros: payment.cents / 100, operationId: bankId };
  const [expected, merchantTransactionId] = {
    'wrong-key': [400, ours] as const,
    'unknown-transaction': [404, checkoutId(newTransactionId())] as const,
    foreign: [200, 'TERMINAL-7'] as const,
    stranger: [200, ours] as const,
  }[forgery];
  const named = forgery === 'wrong-key' && live ? { ...base, bankId: live.bankId } : base;
  const key = forgery === 'wrong-key' ? Buffer.alloc(32, 9) : undefined;
  const ended = await receive(world, { ...named, merchantTransactionId }, key);
  const code = ended.kind === 'answered' ? ended.answer.statusCode : undefined;
  if (code !== expected) fail(world, `${forgery} was answered ${code}`);
  if (forgery === 'stranger' || forgery === 'foreign') model.strangers.push(bankId);
  await observe(model, world, new Map());
}

/** An authentic notice of a payment that was made, with a sum that is not that of the bank's books. */
async function misread(model: Model, world: ModelWorld, which: number): Promise<void> {
  const atBank = pick(startedAtBank(world).filter(isPaid), which);
  const movement = atBank?.movements.at(-1);
  if (!atBank || !movement) return;
  model.made += 1;
  const notice: Notice = {
    noticeId: `notice-${model.made}`,
    payment: atBank,
    status: 'Success',
    cents: movement.cents,
    movement,
  };
  const sum = which % 2 === 0 ? movement.cents + 100 : Math.max(1, Math.floor(movement.cents / 3));
  // Of the very sum that is asked for, nobody would doubt it.
  if (sum !== atBank.cents) await notify(model, world, notice, { isKept: false, cut: undefined, misread: sum });
}
