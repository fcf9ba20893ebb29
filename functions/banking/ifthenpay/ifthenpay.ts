import { MINUTE_MS } from '../../runtime/durations.ts';
import { lisbonWallMs } from '../../runtime/lisbon.ts';
import type { Bank, BankStatus, Claim, KnownPayment, ListedPayment, NotStarted, PushRequest } from '../bank.ts';
import { unanswered } from '../http-call.ts';
import { type ProviderOptions, providerOf } from '../provider.ts';
import { type Confirmed, readPayments, readPush, readReference, readStatus } from './answers.ts';
import { type IfthenpayCredentials, ifthenpayCredentials, ifthenpayGateway } from './gateway.ts';
import { newOrderId } from './ids.ts';
import { acknowledgeCallback, isTrustworthyCallback, readCallback } from './notification.ts';
import { paymentList } from './payment-list.ts';
import { expiryDaysFor } from './time.ts';
import { decimalOf, MAX_CENTS } from './wire.ts';

// A start is not sent after a slower claim: its call could outlast the request.
const LATEST_START_MS = 10_000;

/** The list of received payments is complete so long after the end. */
const LISTED_AFTER_MS = { MBWAY: MINUTE_MS, REFERENCE: 15 * MINUTE_MS } as const;
/** A push without a final status so long after its window is searched in the list. */
const STATUS_LAG_MS = 10 * MINUTE_MS;

/** Rejections and expiries are not called back, so live pushes are polled. */
const POLL_PAUSES_S = [5, 15, 30];

/**
 * The adapter for ifthenpay: MB WAY v2 and dynamic Multibanco references. Its own id of a payment comes only with the
 * answer, so the claim is made under our order id. A start without an answer stays `unknown` until a callback or, after
 * its end, the list of received payments decides.
 */
export function ifthenpayBank({ account, credentials, clock, call }: ProviderOptions<IfthenpayCredentials>): Bank {
  const gateway = ifthenpayGateway(account.baseUrl, credentials, call);

  async function begin(
    method: KnownPayment['method'],
    { amountCents, transactionId }: Pick<PushRequest, 'amountCents' | 'transactionId'>,
    claim: Claim,
  ): Promise<{ kind: 'begun'; order: { orderId: string; amount: string; description: string } } | NotStarted> {
    if (amountCents > MAX_CENTS) return { kind: 'refused', field: 'amount' };
    const orderId = newOrderId(method);
    const startedAtMs = clock();
    if (!(await claim(orderId))) return { kind: 'claim-lost' };
    if (clock() - startedAtMs > LATEST_START_MS) {
      return { kind: 'unreachable', detail: 'no time left after the claim' };
    }
    // The description shows our transaction id in the provider's back office.
    const description = `Payment ${transactionId}`;
    return { kind: 'begun', order: { orderId, amount: decimalOf(amountCents), description } };
  }

  async function listed(bankId: string): Promise<ListedPayment[] | Extract<BankStatus, { kind: 'unknown' }>> {
    const outcome = await gateway.payments({ orderId: bankId });
    const payments = readPayments(outcome, clock());
    if (payments) return payments.filter((each) => each.bankId === bankId);
    return outcome.kind === 'answered'
      ? { kind: 'unknown', detail: `list: HTTP ${outcome.status}, no list of payments` }
      : unanswered(outcome);
  }

  async function ask(bankId: string, known: KnownPayment): Promise<BankStatus> {
    const { method, statusId, endsAtMs } = known;
    const overMs = clock() - endsAtMs;
    let confirmed: Confirmed | undefined;
    let returned: BankStatus | undefined;
    if (method === 'MBWAY' && statusId) {
      const status = readStatus(await gateway.status(statusId), statusId, clock());
      const isUndecided = status.kind === 'waiting' || status.kind === 'unknown';
      if (status.kind === 'confirmed') confirmed = status;
      // Paid and returned: the list has the payment.
      else if (status.kind === 'odd') returned = status;
      else if (!isUndecided || overMs < STATUS_LAG_MS) return status;
    }
    const payments = await listed(bankId);
    if ('kind' in payments) return payments;
    const [first, ...further] = payments;
    // The list has the amount, the status inquiry has the exact second.
    const atMs = (further.length === 0 && confirmed?.paidAtMs) || first?.atMs;
    if (first) return { kind: 'listed', payments: [{ ...first, atMs: atMs ?? null }, ...further] };
    if (returned) return returned;
    // The status does not report the amount, which may be less than requested; the list will have it.
    if (confirmed) return { kind: 'unknown', detail: 'status: paid, not yet in the list of payments', why: 'unlisted' };
    if (overMs >= LISTED_AFTER_MS[method]) return { kind: 'expired', abandoned: false };
    // The number of a reference without an answer is lost, so it cannot be paid.
    if (method === 'REFERENCE' && !statusId) return { kind: 'not-started' };
    return method === 'REFERENCE'
      ? { kind: 'waiting' }
      : { kind: 'unknown', detail: 'status: no request id on record' };
  }

  return {
    async startPush(request, claim) {
      const begun = await begin('MBWAY', request, claim);
      if (begun.kind !== 'begun') return begun;
      return readPush(await gateway.push({ ...begun.order, mobileNumber: `351#${request.phoneNumber}` }));
    },
    async issueReference(request, claim) {
      const begun = await begin('REFERENCE', request, claim);
      if (begun.kind !== 'begun') return begun;
      const expiryDays = expiryDaysFor(lisbonWallMs(request.expiresAtMs), lisbonWallMs(clock()));
      return readReference(await gateway.reference({ ...begun.order, expiryDays }), request.expiresAtMs);
    },
    askStatus: async (bankId, known) =>
      known ? ask(bankId, known) : { kind: 'unknown', detail: 'status: nothing on record' },
    payments: paymentList(gateway, clock),
    readNotification: (request) => readCallback(request, credentials.antiPhishingKey, clock()),
    acknowledge: acknowledgeCallback,
    needs: { pointer: true, isTrustworthy: isTrustworthyCallback, pollPausesS: POLL_PAUSES_S },
  };
}

/** The provider: the adapter with the schema of its credentials. */
export const ifthenpay = providerOf(ifthenpayCredentials, ifthenpayBank);
