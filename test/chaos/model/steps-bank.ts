import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { type BankNotification, factsOf, receive } from '../world/bank-notifications.ts';
import { type Customer, isPaid, reportedSum } from '../world/customers.ts';
import { type Model, type ModelPayment, pick, startedAtBank } from './model.ts';
import { type Cut, type ModelWorld, underCut } from './model-world.ts';
import { fail, observe } from './observe.ts';
import { afterReport, type Report, type View } from './rules.ts';

export const DECISIONS = ['approve', 'decline', 'pay-short', 'pay-more', 'pay-again'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The customer or the bank decides a started payment, also after the bank has reported another outcome. */
export function decide(
  model: Model,
  world: ModelWorld,
  facts: { started: number; decision: Decision; isNotified: boolean },
): void {
  const customer = pick(startedAtBank(world), facts.started);
  if (!customer) return;
  const { decision, isNotified } = facts;
  const state = world.customers.stateOf(customer);
  if (decision === 'decline') {
    if (state !== 'waiting' && state !== 'declined') return;
    world.customers.decline(customer);
    if (isNotified) enqueue(model, customer, 'Declined');
    return;
  }
  const cents = sumOf(customer, state === 'paid', decision);
  if (cents === undefined) return;
  world.customers.pay(customer, cents);
  if (isNotified) enqueue(model, customer, 'Success');
}

/** The paid amount in cents; undefined where it is impossible: a push is paid once and in full. */
function sumOf({ start: { cents, method } }: Customer, hasPaid: boolean, decision: Decision): number | undefined {
  if (decision === 'approve') return hasPaid ? undefined : cents;
  if (method === 'MBWAY') return undefined;
  if (decision === 'pay-again') return hasPaid ? cents : undefined;
  if (hasPaid) return undefined;
  return decision === 'pay-more' ? cents + 150 : cents > 1 ? Math.floor(cents / 2) : undefined;
}

export function enqueue(model: Model, customer: Customer, status: BankNotification['status']): void {
  model.made += 1;
  const movement = status === 'Success' ? customer.movements.at(-1) : undefined;
  const cents = movement?.cents ?? customer.start.cents;
  model.notifications.push({ notificationId: `notification-${model.made}`, customer, status, cents, movement });
}

/** Delivers one of the bank's notifications, in any order. It is repeated when `isKept` or not acknowledged. */
export async function deliverNotification(
  model: Model,
  world: ModelWorld,
  facts: { notification: number; isRepeated: boolean; cut: Cut },
) {
  const notification = pick(model.notifications, facts.notification);
  if (notification) await notify(model, world, notification, facts);
}

export async function notify(
  model: Model,
  world: ModelWorld,
  notification: BankNotification,
  { isRepeated, cut, misread }: { isRepeated: boolean; cut: Cut; misread?: number },
): Promise<void> {
  const { customer, status, movement } = notification;
  const payment = model.payments.find(({ transactionId }) => transactionId === customer.transactionId);
  if (!payment) return;
  const cents = misread ?? notification.cents;
  const isUnconfirmed = needsConfirmation(payment, notification, cents) && world.bank.isDown;
  const next = isUnconfirmed ? payment.view : afterNotification(payment, customer, { status, cents });
  const ended = await underCut(world, cut, () => receive(world, factsOf({ ...notification, cents })));
  if (ended.kind === 'failed') fail(world, `notification threw ${String(ended.error)}`);
  await observe(model, world, new Map([[payment, ended.kind === 'answered' ? [next] : [payment.view, next]]]));
  if (ended.kind !== 'answered') return;
  const [code, expected] = [ended.answer.statusCode, isUnconfirmed ? 503 : 200];
  if (code !== expected) fail(world, `a notification was answered ${code}, not ${expected}`);
  // An unacknowledged notification is repeated with the amount in the bank's books.
  model.notifications = model.notifications.filter((other) => other !== notification || isRepeated || isUnconfirmed);
  if (isUnconfirmed && !model.notifications.includes(notification)) model.notifications.push(notification);
  if (movement && !isUnconfirmed) movement.isReported = true;
}

/**
 * Whether a start failed for our configuration and has left no attempt, so that any money for it is an exception. A
 * crash may leave the attempt.
 */
function isWithdrawn({ record }: ModelPayment, { start: { method, refusal, bankId } }: Customer): boolean {
  const isOurFault = method === 'REFERENCE' && refusal === 'phone';
  return isOurFault && !record.attempts.some((attempt) => attempt.bankId === bankId);
}

/** Whether the amount differs from the transaction's or, once paid, from that of the movement that paid it. */
function needsConfirmation(payment: ModelPayment, notification: BankNotification, notifiedCents: number): boolean {
  const { view, record, cents } = payment;
  if (isWithdrawn(payment, notification.customer) || notification.status !== 'Success') return false;
  if (view.status !== 'paid') return notifiedCents !== cents;
  return notification.movement?.id === record.paidOperation && notifiedCents !== (record.paidCents ?? cents);
}

/** An amount other than the transaction's is applied only after a status inquiry (decision D20). */
function afterNotification(
  payment: ModelPayment,
  customer: Customer,
  notified: Pick<BankNotification, 'status' | 'cents'>,
): View {
  const { view, record, cents } = payment;
  if (isWithdrawn(payment, customer)) return view;
  const isLive = record.attempts[record.liveAttempt ?? -1]?.bankId === customer.start.bankId;
  const isAsked = notified.cents !== cents && customer.movements.length > 0;
  const sum = isAsked ? reportedSum(customer) : notified.cents;
  const money: Report = sum >= cents ? 'paid' : 'short';
  const report = notified.status === 'Success' ? money : notified.status === 'Declined' ? 'declined' : 'over';
  return afterReport(view, customer.start.method, report, isLive);
}

export const FORGERIES = ['wrong-key', 'unknown-transaction', 'foreign', 'stranger', 'misread'] as const;
export type Forgery = (typeof FORGERIES)[number];

/** Sends a notification that is forged, unknown, or with another amount than in the bank's books. */
export async function forge(model: Model, world: ModelWorld, facts: { forgery: Forgery; which: number }) {
  const { forgery, which } = facts;
  const payment = pick(model.payments, which);
  if (!payment) return;
  if (forgery === 'misread') return misread(model, world, which);
  model.made += 1;
  const bankId = `stranger-${model.made}`;
  const [live] = world.customers.live(payment.transactionId);
  const ours = checkoutId(payment.transactionId);
  const base = { bankId, notificationId: bankId, euros: payment.cents / 100, operationId: bankId };
  const [expected, merchantTransactionId] = {
    'wrong-key': [400, ours] as const,
    'unknown-transaction': [404, checkoutId(newTransactionId())] as const,
    foreign: [200, 'TERMINAL-7'] as const,
    stranger: [200, ours] as const,
  }[forgery];
  const named = forgery === 'wrong-key' && live ? { ...base, bankId: live.start.bankId } : base;
  const key = forgery === 'wrong-key' ? Buffer.alloc(32, 9) : undefined;
  const ended = await receive(world, { ...named, merchantTransactionId }, key);
  const code = ended.kind === 'answered' ? ended.answer.statusCode : undefined;
  if (code !== expected) fail(world, `${forgery} was answered ${code}, not ${expected}`);
  if (forgery === 'stranger' || forgery === 'foreign') model.strangers.push(bankId);
  await observe(model, world, new Map());
}

/** Sends an authentic notification of a paid payment with another amount than in the bank's books. */
async function misread(model: Model, world: ModelWorld, which: number): Promise<void> {
  const customer = pick(startedAtBank(world).filter(isPaid), which);
  const movement = customer?.movements.at(-1);
  if (!customer || !movement) return;
  model.made += 1;
  const notification: BankNotification = {
    notificationId: `notification-${model.made}`,
    customer,
    status: 'Success',
    cents: movement.cents,
    movement,
  };
  const sum = which % 2 === 0 ? movement.cents + 100 : Math.max(1, Math.floor(movement.cents / 3));
  // The requested amount needs no inquiry.
  if (sum !== customer.start.cents)
    await notify(model, world, notification, { isRepeated: false, cut: undefined, misread: sum });
}
