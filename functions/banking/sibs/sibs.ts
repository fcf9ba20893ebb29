import { isoTime } from '../../runtime/clock.ts';
import type { Bank, Claim, NotStarted, PushRequest, ReferenceRequest } from '../bank.ts';
import { type ProviderOptions, providerOf } from '../provider.ts';
import { readCheckout, readInquiry, readPush, readReference } from './answers.ts';
import { type SibsCredentials, sibsCredentials, sibsGateway } from './gateway.ts';
import { acknowledgeSibs, readSibsNotification } from './notification.ts';
import type { SibsCheckout } from './wire.ts';
import { checkoutId, eurosOf } from './wire.ts';

// Shared by the two calls of a start: the second, which starts the payment, has more than half of it.
export const START_TIMEOUT_MS = 20_000;
const CHECKOUT_TIMEOUT_MS = 9_000;
// With less time left after a slow claim most starts would end as `unknown`, so none is sent.
const MIN_SECOND_CALL_MS = 5_000;
// A start may follow an inquiry in one request of API Gateway, and both must end within it.
const INQUIRY_TIMEOUT_MS = 5_000;

type Payment = Pick<PushRequest, 'transactionId' | 'amountCents'>;

/** A registered payment whose claim was won; `leftMs` is the time left for the second call. */
interface Begun {
  kind: 'begun';
  bankId: string;
  signature: string;
  leftMs: number;
}

/**
 * The adapter for SIBS Gateway 2.0, the network behind MB WAY and Multibanco. A start has three steps: the checkout,
 * which returns the bank id, the claim of that id, and the purchase or generation, authorised by the checkout's
 * signature.
 */
export function sibsBank({ account, credentials, clock, call }: ProviderOptions<SibsCredentials>): Bank {
  const gateway = sibsGateway({ baseUrl: account.baseUrl, ...credentials }, call);
  const notificationKey = Buffer.from(credentials.notificationKey, 'base64');

  async function begin(checkout: SibsCheckout, claim: Claim): Promise<Begun | NotStarted> {
    const startedAtMs = clock();
    const registered = readCheckout(await gateway.checkout(checkout, CHECKOUT_TIMEOUT_MS));
    if (registered.kind !== 'registered') return registered;
    const { bankId, signature } = registered;
    if (!(await claim(bankId))) return { kind: 'claim-lost' };
    const leftMs = START_TIMEOUT_MS - (clock() - startedAtMs);
    if (leftMs < MIN_SECOND_CALL_MS) return { kind: 'unreachable', detail: 'no time left after the claim' };
    return { kind: 'begun', bankId, signature, leftMs };
  }

  return {
    async startPush(request, claim) {
      const begun = await begin(pushCheckout(request, credentials, clock()), claim);
      if (begun.kind !== 'begun') return begun;
      const purchase = { customerPhone: `351#${request.phoneNumber}` };
      return readPush(await gateway.purchase(begun.bankId, begun.signature, purchase, begun.leftMs));
    },
    async issueReference(request, claim) {
      const begun = await begin(referenceCheckout(request, credentials, clock()), claim);
      if (begun.kind !== 'begun') return begun;
      return readReference(await gateway.generate(begun.bankId, begun.signature, begun.leftMs), request.expiresAtMs);
    },
    askStatus: async (bankId) => readInquiry(await gateway.inquire(bankId, INQUIRY_TIMEOUT_MS), bankId, clock()),
    readNotification: (request) => readSibsNotification(request, notificationKey, clock()),
    acknowledge: (noticeId) => acknowledgeSibs(noticeId, account.acknowledgementCode),
  };
}

/** The merchant's order id is not sent (decision D1); the description is the same for every payment. */
function pushCheckout(request: Payment, { terminalId }: SibsCredentials, nowMs: number): SibsCheckout {
  return {
    merchant: { terminalId, channel: 'web', merchantTransactionId: checkoutId(request.transactionId) },
    transaction: {
      transactionTimestamp: isoTime(nowMs),
      description: 'Payment',
      moto: false,
      paymentType: 'PURS',
      amount: eurosOf(request.amountCents),
      paymentMethod: ['MBWAY'],
    },
  };
}

/** Payable from now until the requested expiry, and only in full: minimum and maximum are the amount. */
function referenceCheckout(request: ReferenceRequest, credentials: SibsCredentials, nowMs: number): SibsCheckout {
  const { merchant, transaction } = pushCheckout(request, credentials, nowMs);
  const { amount } = transaction;
  return {
    merchant,
    transaction: {
      ...transaction,
      paymentMethod: ['REFERENCE'],
      paymentReference: {
        initialDatetime: isoTime(nowMs),
        finalDatetime: isoTime(request.expiresAtMs),
        minAmount: amount,
        maxAmount: amount,
        entity: credentials.entity,
      },
    },
  };
}

/** The provider: the adapter with the schema of its credentials. */
export const sibs = providerOf(sibsCredentials, sibsBank);
