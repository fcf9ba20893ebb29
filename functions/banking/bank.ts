/** Payment methods of the contract (§4.2, §4.3). */
export const PAYMENT_METHODS = ['MBWAY', 'REFERENCE'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What a push needs. `phoneNumber` is the contract's form, `9XXXXXXXX` (§4.2). */
export interface PushRequest {
  transactionId: string;
  amountCents: number;
  phoneNumber: string;
}

/** What a reference needs. `expiresAtMs` is a wish: the bank's answer rules. */
export interface ReferenceRequest {
  transactionId: string;
  amountCents: number;
  expiresAtMs: number;
}

/**
 * Called by the bank between registering the payment and starting it, with the bank's id: the moment to write down
 * that a start under this id may go out. False means that another call came first, and nothing is started.
 */
export type Claim = (bankId: string) => Promise<boolean>;

/** Ways a start can end without anything to pay. All but `unknown` are certain. */
export type NotStarted =
  /** Another call had the claim. */
  | { kind: 'claim-lost' }
  /** The bank refused the phone or the amount: the caller's to mend (400). */
  | { kind: 'refused'; field: 'phoneNumber' | 'amount' }
  /** Ours to mend: terminal, entity, credentials (502 and an alarm). `detail` is the bank's code, free of personal data. */
  | { kind: 'fault'; detail: string }
  /** The bank could not be reached or did not take the call; certainly nothing went out (502). */
  | { kind: 'unreachable'; detail: string }
  /** The call was sent and its fate is not known (502): it may have taken effect. */
  | { kind: 'unknown'; detail: string };

/** What the provider wants to be asked by, where it gives an id of its own only in its answer to a start. */
interface Answered {
  statusId?: string;
}

export type PushOutcome = ({ kind: 'live' } & Answered) | NotStarted;

export type ReferenceOutcome =
  | ({ kind: 'issued'; entity: string; reference: string; expiresAtMs: number } & Answered)
  | NotStarted;

interface Operation {
  /** The provider's name of the movement of money itself, where it has one that differs from the payment's (`movement.ts`). */
  operationId?: string;
  /** What else came under the payment's id, of a provider that lists movements: in order of time, this one first. */
  further?: readonly MoneyStatus[];
}

/** What the bank says of one payment. */
export type BankStatus =
  /** Money received. `paidAtMs` is the bank's time where it gives one. */
  | ({ kind: 'paid'; method: PaymentMethod; amountCents: number; paidAtMs: number | null } & Operation)
  | { kind: 'refused'; by: 'bank' | 'customer' }
  /** Not paid and no longer payable. */
  | { kind: 'expired'; abandoned: boolean }
  /** Out with the customer; may still be paid. `reference` where one was issued. */
  | { kind: 'waiting'; reference?: { entity: string; reference: string; expiresAtMs: number } }
  /** Registered, but certainly never pushed nor issued. */
  | { kind: 'not-started' }
  /** The bank itself calls it a part of the sum. `amountCents` is what came, where the bank names it in EUR. */
  | ({ kind: 'partial'; amountCents: number | null } & Operation)
  /** Money in another currency; `sum` is as the bank writes it, such as `16.20 USD`. */
  | ({ kind: 'foreign-currency'; sum: string } & Operation)
  /** It may be money, but the bank contradicts itself. For a person to look at. */
  | ({ kind: 'odd'; detail: string } & Operation)
  /** The bank does not know, or could not be asked. */
  | { kind: 'unknown'; detail: string };

export type MoneyStatus = Extract<BankStatus, { kind: 'paid' | 'partial' | 'foreign-currency' | 'odd' }>;

/** Whether money moved, or may have, by what the bank says: what must never be without a record (invariant 9). */
export function reportsMoney(status: BankStatus): status is MoneyStatus {
  const { kind } = status;
  return kind === 'paid' || kind === 'partial' || kind === 'foreign-currency' || kind === 'odd';
}

/** Each movement of money that a status reports, in order of time; none where it reports no money. */
export function reportsOf(status: BankStatus): readonly MoneyStatus[] {
  if (!reportsMoney(status)) return [];
  const { further = [], ...first } = status;
  return [first, ...further];
}

/** Ways in which money goes back to a customer. `other`: the provider names a way that we do not know. */
export const RETURN_KINDS = ['refund', 'reversal', 'annulment', 'chargeback', 'other'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** The bank reports that money went back: an operation of its own, not a status of the payment. */
export interface RefundNotification {
  noticeId: string;
  /** Names the return: the same however often and in however many notices it is reported, and of no other return. */
  returnId: string;
  kind: ReturnKind;
  /** The provider's own word for the kind, free of personal data. */
  type: string;
  /** Ours, or null when the bank names none or none of ours. */
  transactionId: string | null;
  /** The bank's id of the payment that is returned, where it names it. */
  originalBankId: string | null;
  /** What went back, in cents; null where the bank names no readable sum in EUR. */
  amountCents: number | null;
  returnedAtMs: number | null;
}

/** What we have on record of a payment, for providers that must be asked by it. What came is the provider's to report. */
export interface KnownPayment extends Answered {
  method: PaymentMethod;
  /** What was asked for: a notice is held against it. Never an answer's amount. */
  expectedCents: number;
  /** End of the customer's window or of the reference's validity. */
  endsAtMs: number;
}

/** A bank notification that was authenticated and understood. */
export interface BankNotification extends Answered {
  /** The provider's id of this notification; a repeat carries the same. */
  noticeId: string;
  /** The bank's id of the payment, as given to `Claim`. */
  bankId: string;
  /** Ours, or null when the bank names none or none of ours. */
  transactionId: string | null;
  /** The method the bank names, or null when it names none of ours. */
  method: PaymentMethod | null;
  status: BankStatus;
}

export type NotificationReading =
  | { kind: 'notice'; notice: BankNotification }
  /** Money went back to the customer. */
  | { kind: 'returned'; notice: RefundNotification }
  /** Authentic, but neither: a generated reference, an authorisation, a return that was declined. */
  | { kind: 'irrelevant'; noticeId: string; detail: string }
  /** The authentication failed, or what it protects is not in the protocol's form. Nothing of it may be used. */
  | { kind: 'rejected'; detail: string };

export interface NotificationRequest {
  headers: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  rawBody: string;
}

/** The answer the provider takes as an acknowledgement. */
export interface Acknowledgement {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** A movement of money as a provider's list or file has it. */
export interface Movement {
  kind: 'payment' | 'refund';
  /** Null where the sum cannot be read. */
  amountCents: number | null;
  atMs: number | null;
}

/**
 * Our port to a banking network: one provider, one bank account. Nothing here throws for what a bank does; every call
 * ends in an outcome. No call is repeated by an implementation (invariant 2).
 */
export interface Bank {
  /** Sends the MB WAY push (§4.2). At most 20 s in all. */
  startPush(request: PushRequest, claim: Claim): Promise<PushOutcome>;
  /** Issues a Multibanco reference (§4.3). At most 20 s in all. */
  issueReference(request: ReferenceRequest, claim: Claim): Promise<ReferenceOutcome>;
  /** `known` is the attempt as we have it on record; without it some providers can only say `unknown`. */
  askStatus(bankId: string, known?: KnownPayment): Promise<BankStatus>;
  /** What the provider's own list says was received under this bank id; null when it could not be read. Absent: it has no list. */
  listMovements?(bankId: string): Promise<Movement[] | null>;
  /** Authenticates and reads a notification; no network call. */
  readNotification(request: NotificationRequest): NotificationReading;
  acknowledge(noticeId: string): Acknowledgement;
  /** What the provider's protocol asks of us besides; nothing where it is absent. */
  readonly needs?: BankNeeds;
}

/** What some protocols ask of us, beyond calls and notifications (`docs/adding-a-bank.md`). */
export interface BankNeeds {
  /**
   * The bank id is a short reference of ours from which nobody can tell the transaction: before a start, an item is
   * written that leads from one to the other, and a notice is looked up by it.
   */
  pointer?: true;
  /** Whether this notice may be believed as it is; otherwise the bank is asked first, and what it then says counts. */
  isTrustworthy?: (notice: BankNotification, known: KnownPayment) => boolean;
  /** Not every end is notified: while a push is live, the bank is asked after these pauses, the last one again and again. */
  pollPausesS?: readonly number[];
}
