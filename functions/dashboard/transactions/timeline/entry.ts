import type { PaymentMethod, ReturnKind } from '../../../banking/bank.ts';
import type { ExceptionKind } from '../../../payments/exceptions/exception.ts';
import type { ExceptionOutcome } from '../../../payments/exceptions/exception-outcomes.ts';
import type { BankAttempt, DeliveryOutcome, DeliveryState } from '../../../payments/transaction.ts';
import type { Cause } from '../../../payments/transitions.ts';
import type { EventKind } from '../../../webhooks/event-kind.ts';
import type { OutcomeCode } from '../../../webhooks/outcome.ts';

/** The headers of an attempt that carry signatures, which are not stored. */
export const SIGNATURE_HEADERS = ['X-Service-Signature', 'webhook-signature'];

/** What can happen to a transaction. Amounts in EUR, times in ISO 8601 UTC. */
export type Happening =
  | { kind: 'created'; amount: number; externalOrderId: string; bankAccount: string }
  /** A start at the bank, numbered from 1. Of the phone only the last three digits are stored, until it is settled. */
  | {
      kind: 'bank-attempt';
      number: number;
      method: PaymentMethod;
      state: BankAttempt['state'];
      bankId: string;
      endsAt: string;
      phoneLast3: string | null;
      reference: { entity: string; reference: string; expiresAt: string } | null;
      /** The one that was paid. */
      isPaid: boolean;
    }
  /** `paidAtIsOurs`: the bank gave no time. `isLate`: after the merchant was notified of another outcome (D9). */
  | {
      kind: 'settled';
      cause: Cause;
      method: PaymentMethod | null;
      paidAt: string | null;
      paidAtIsOurs: boolean;
      isLate: boolean;
    }
  /** The attempts begin, the first or after a resend; `payload` is the very text that is sent. */
  | { kind: 'webhook'; event: EventKind; eventId: string; resends: number; state: DeliveryState; payload: string }
  /** `headers` as sent, without `SIGNATURE_HEADERS`. */
  | {
      kind: 'webhook-attempt';
      eventId: string;
      resends: number;
      number: number;
      durationMs: number;
      outcome: OutcomeCode;
      statusCode: number | null;
      /** The first kilobyte of the answer, of a failed attempt and for `ANSWER_STORED_DAYS`. */
      answer: string | null;
      headers: Record<string, string>;
    }
  /** How the delivery ended. `timeIsKnown`: else the time is the earliest at which it can have been. */
  | {
      kind: 'webhook-ended';
      eventId: string;
      resends: number;
      state: Exclude<DeliveryState, 'pending'>;
      outcome: DeliveryOutcome | null;
      timeIsKnown: boolean;
    }
  /** `resends`: with this one. */
  | { kind: 'resent'; eventId: string; resends: number; who: string; why: string }
  | {
      kind: 'exception';
      exceptionId: string;
      exception: ExceptionKind;
      state: 'open' | 'closed';
      /** The money that it records; else `reported` may say what the bank reported. */
      received: number | null;
      reported: number | null;
      detail: string | null;
      siblingId: string | null;
    }
  /** For staff only. */
  | { kind: 'exception-note'; exceptionId: string; text: string; by: string }
  /** `note` and `by` are null for the merchant. */
  | {
      kind: 'exception-closed';
      exceptionId: string;
      outcome: ExceptionOutcome;
      note: string | null;
      by: string | null;
    }
  /** `bankType` is the bank's own word. `timeIsOurs`: the bank gave none. */
  | {
      kind: 'refund';
      refund: ReturnKind;
      bankType: string;
      amount: number | null;
      timeIsOurs: boolean;
    };

export type TimelineEntry = { at: string } & Happening;
export type Dated = { atMs: number } & Happening;
