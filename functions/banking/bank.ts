import type { PaymentMethod } from '../payments/transaction.ts';

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

export type PushOutcome = { kind: 'live' } | NotStarted;

export type ReferenceOutcome = { kind: 'issued'; entity: string; reference: string; expiresAtMs: number } | NotStarted;

/** What the bank says of one payment. */
export type BankStatus =
  /** Money received. `paidAtMs` is the bank's time where it gives one. */
  | { kind: 'paid'; method: PaymentMethod; amountCents: number; paidAtMs: number | null }
  | { kind: 'refused'; by: 'bank' | 'customer' }
  /** Not paid and no longer payable. */
  | { kind: 'expired'; abandoned: boolean }
  /** Out with the customer; may still be paid. `reference` where one was issued. */
  | { kind: 'waiting'; reference?: { entity: string; reference: string; expiresAtMs: number } }
  /** Registered, but certainly never pushed nor issued. */
  | { kind: 'not-started' }
  /** Money in a form that is not the payment we asked for: a partial or a foreign currency. For a person to look at. */
  | { kind: 'odd'; detail: string }
  /** The bank does not know, or could not be asked. */
  | { kind: 'unknown'; detail: string };

/** A bank notification that was authenticated and understood. */
export interface BankNotice {
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
  | { kind: 'notice'; notice: BankNotice }
  /** Authentic, but no status of a payment: a generated reference, an annulment, a sale at a terminal. */
  | { kind: 'irrelevant'; noticeId: string; detail: string }
  /** The authentication failed, or what it protects is not in the protocol's form. Nothing of it may be used. */
  | { kind: 'rejected'; detail: string };

export interface NotificationRequest {
  headers: Record<string, string | undefined>;
  rawBody: string;
}

/** The answer the provider takes as an acknowledgement. */
export interface Acknowledgement {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
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
  askStatus(bankId: string): Promise<BankStatus>;
  /** Authenticates and reads a notification; no network call. */
  readNotification(request: NotificationRequest): NotificationReading;
  acknowledge(noticeId: string): Acknowledgement;
}
