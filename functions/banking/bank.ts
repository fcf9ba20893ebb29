/** Payment methods of the contract (§4.2, §4.3). */
export const PAYMENT_METHODS = ['MBWAY', 'REFERENCE'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Input of an MB WAY push. `phoneNumber` has the contract's form, `9XXXXXXXX` (§4.2). */
export interface PushRequest {
  transactionId: string;
  amountCents: number;
  phoneNumber: string;
}

/** Input of a Multibanco reference. `expiresAtMs` is requested; the bank's answer decides. */
export interface ReferenceRequest {
  transactionId: string;
  amountCents: number;
  expiresAtMs: number;
}

/**
 * Called by an adapter before it starts the payment at the bank, with the bank's id, to record that a start under
 * this id may be sent. False: another call has claimed the start, and the adapter starts nothing.
 */
export type Claim = (bankId: string) => Promise<boolean>;

/** Outcomes of a start that leave nothing to pay. All but `unknown` are certain. */
export type NotStarted =
  /** Another call has the claim. */
  | { kind: 'claim-lost' }
  /** The bank refused the phone or the amount, which the caller can correct (400). */
  | { kind: 'refused'; field: 'phoneNumber' | 'amount' }
  /** Our configuration is wrong: terminal, entity, credentials (502 and an alarm). `detail` has no personal data. */
  | { kind: 'fault'; detail: string }
  /** The bank was not reached or did not accept the call; certainly nothing was started (502). */
  | { kind: 'unreachable'; detail: string }
  /** The call was sent and its outcome is not known (502): it may have taken effect. */
  | { kind: 'unknown'; detail: string };

/** The id for status inquiries, where it is not the bank id; known only from the answer to a start. */
interface Answered {
  statusId?: string;
}

/** Outcome of a push. `live`: the customer has it. */
export type PushOutcome = ({ kind: 'live' } & Answered) | NotStarted;

/** Outcome of issuing a reference. */
export type ReferenceOutcome =
  | ({ kind: 'issued'; entity: string; reference: string; expiresAtMs: number } & Answered)
  | NotStarted;

interface Named {
  /** The bank's name of the movement of money, where it differs from the payment's. */
  operationId?: string;
}

/** An entry of the provider's list of received payments. */
export interface ListedPayment {
  /** The bank's id of the start; not ours where the payment did not come through this service. */
  bankId: string;
  /** Null where the list has no readable amount. */
  amountCents: number | null;
  atMs: number | null;
}

/**
 * Why a status is unknown where the content of an answer is not the reason. `late`: no answer in time. `connection`: no
 * complete answer. `unlisted`: confirmed, but the list that has the amount does not have the payment yet.
 */
export type UnknownReason = 'late' | 'connection' | 'unlisted';

/** The status of one payment as the bank reports it. */
export type BankStatus =
  /** Money received. `paidAtMs` is the bank's time where it gives one. */
  | ({ kind: 'paid'; method: PaymentMethod; amountCents: number; paidAtMs: number | null } & Named)
  /** All payments that the provider's list has of the start, at least one, in order of time. */
  | { kind: 'listed'; payments: readonly ListedPayment[] }
  | { kind: 'refused'; by: 'bank' | 'customer' }
  /** Not paid and no longer payable. */
  | { kind: 'expired'; abandoned: boolean }
  /** The customer may still pay. `reference` where one was issued. */
  | { kind: 'waiting'; reference?: { entity: string; reference: string; expiresAtMs: number } }
  /** Registered, but certainly neither pushed nor issued. */
  | { kind: 'not-started' }
  /** The bank reports a partial payment in euros. */
  | ({ kind: 'partial'; amountCents: number; paidAtMs: number | null } & Named)
  /**
   * Money may have moved, but the report contradicts itself, is not in euros or is not readable: a person must check
   * it. `detail` has the bank's words.
   */
  | ({ kind: 'odd'; detail: string } & Named)
  /** The bank does not know the payment, or could not be queried. */
  | { kind: 'unknown'; detail: string; why?: UnknownReason };

/** The statuses that report money. */
export type MoneyStatus = Extract<BankStatus, { kind: 'paid' | 'listed' | 'partial' | 'odd' }>;

/** Whether the status reports that money moved or may have moved. Such a report is always recorded (invariant 9). */
export function reportsMoney(status: BankStatus): status is MoneyStatus {
  const { kind } = status;
  return kind === 'paid' || kind === 'listed' || kind === 'partial' || kind === 'odd';
}

/** How money is returned to a customer. `other`: the provider's type is not known to us. */
export const RETURN_KINDS = ['refund', 'reversal', 'annulment', 'chargeback', 'other'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** A notification that money was returned: a separate operation, not a status of the payment. */
export interface RefundNotification {
  noticeId: string;
  /** Identifies the return: the same in every notification of it. */
  returnId: string;
  /** Two returns may have this id: the same again may be a second one. */
  mayBeSecond?: true;
  kind: ReturnKind;
  /** The provider's name of the kind, without personal data. */
  type: string;
  /** Our transaction id; null where the bank does not give it. */
  transactionId: string | null;
  /** The bank's id of the returned payment, where it gives one. */
  originalBankId: string | null;
  /** The amount returned, in cents; null where the bank gives no readable amount in EUR. */
  amountCents: number | null;
  returnedAtMs: number | null;
}

/** The recorded facts of a payment, which some providers need for a status inquiry. */
export interface KnownPayment extends Answered {
  method: PaymentMethod;
  /** The amount requested, for comparison with a notification. An adapter never reports it as received. */
  expectedCents: number;
  /** End of the confirmation window or of the reference's validity. */
  endsAtMs: number;
}

/** A bank notification that was authenticated and understood. */
export interface BankNotification extends Answered {
  /** The provider's id of this notification; the same in every repeat. */
  noticeId: string;
  /** The bank's id of the payment, as given to `Claim`. */
  bankId: string;
  /** Our transaction id; null where the bank does not give it. */
  transactionId: string | null;
  /** The payment method; null where the bank does not give it. */
  method: PaymentMethod | null;
  status: BankStatus;
  /** Of a callback: the notification does not say whether money was received or returned. */
  lacksStatus?: true;
  /** Of a callback: the notification has another word than paid or returned. */
  hasOtherWord?: true;
}

/** Outcome of reading a request to the notification endpoint. */
export type NotificationReading =
  | { kind: 'notice'; notice: BankNotification }
  /** Money was returned to the customer. */
  | { kind: 'returned'; notice: RefundNotification }
  /** Neither of them: a generated reference, an authorisation, a declined return, a test. Nothing of it is applied. */
  | { kind: 'irrelevant'; noticeId: string; detail: string }
  /** Authentication failed, or the content does not have the protocol's form. Nothing of it may be used. */
  | { kind: 'rejected'; detail: string };

/** A request to the notification endpoint. */
export interface NotificationRequest {
  headers: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  rawBody: string;
}

/** The answer that the provider accepts as an acknowledgement. */
export interface Acknowledgement {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * The port to a banking network: one provider, one bank account. Every call returns an outcome; none throws for an
 * error of the bank. An adapter never repeats a call (invariant 2).
 */
export interface Bank {
  /** Sends the MB WAY push (§4.2), within the time of an API call. */
  startPush(request: PushRequest, claim: Claim): Promise<PushOutcome>;
  /** Issues a Multibanco reference (§4.3), within the time of an API call. */
  issueReference(request: ReferenceRequest, claim: Claim): Promise<ReferenceOutcome>;
  /** Queries the status. Without the recorded facts `known` some providers can only return `unknown`. */
  askStatus(bankId: string, known?: KnownPayment): Promise<BankStatus>;
  /** The provider's list of received payments; absent where it has none. */
  payments?: PaymentList;
  /** Authenticates and reads a notification, without a network call. */
  readNotification(request: NotificationRequest): NotificationReading;
  acknowledge(noticeId: string): Acknowledgement;
  /** Requirements of the provider's protocol; absent where it has none. */
  readonly needs?: BankNeeds;
}

/** The provider's list of received payments. */
export interface PaymentList {
  /** The payments received under this bank id, in order of time; null when the query failed. */
  of(bankId: string): Promise<readonly ListedPayment[] | null>;
  /** All payments received in a period; null when the query failed or the list may have more than it answered. */
  between(fromMs: number, toMs: number): Promise<readonly ListedPayment[] | null>;
}

/** Requirements of some protocols beyond calls and notifications (`docs/adding-a-bank.md`). */
export interface BankNeeds {
  /**
   * The bank id does not contain our transaction id. Before a start, a pointer item from the bank id to the
   * transaction is written, and a notification is resolved by it.
   */
  pointer?: true;
  /** A notification is a hint: it settles where this is true, and anything else is decided by the provider's list. */
  isTrustworthy?: (notice: BankNotification, known: KnownPayment) => boolean;
  /** Not every end is notified: a live push is polled after these pauses in seconds; the last one repeats. */
  pollPausesS?: readonly number[];
}
