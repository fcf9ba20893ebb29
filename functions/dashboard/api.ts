import type * as z from 'zod/mini';
import type { Company } from '../merchants/accounts/company.ts';
import type { AccountStatus } from '../merchants/accounts/merchant.ts';
import type { PersonOutcome } from '../payments/exceptions/exception-outcomes.ts';
import type { ResendOutcome } from '../webhooks/resend/resend.ts';
import type { AccountHistory, AccountStatusInput, AccountStatusOutcome } from './accounts/account-status.ts';
import type { AuditRow } from './accounts/history.ts';
import type { auditInput, MerchantInput } from './accounts/history-input.ts';
import type { Role } from './caller.ts';
import type { EventDelivery } from './finance/event-deliveries.ts';
import type { ExceptionsReport, summaryInput } from './finance/exceptions.ts';
import type { ExceptionsPage, exceptionsInput } from './finance/exceptions-list.ts';
import type { MovementsPage, movementsInput } from './finance/movements/movements.ts';
import type { NightRow } from './finance/nights.ts';
import type { TotalsPart, totalsInput } from './finance/totals.ts';
import type { UndeliveredPage, undeliveredInput } from './finance/undelivered.ts';
import type { eventsInput, financeResendInput, ResentEvents } from './finance/undelivered-resend.ts';
import type { Problem, Refused } from './problem.ts';
import type { ApiKeyRow, EndOldApiKeyOutcome, RevealApiKeyOutcome, RotateApiKeyOutcome } from './settings/api-keys.ts';
import type { RevealedSecret, RotateSecretOutcome, SwitchSecretOutcome } from './settings/webhook-secret.ts';
import type { SaveUrlOutcome, ToggleOutcome, WebhookSettings } from './settings/webhook-settings.ts';
import type { TestAttempts, TestWebhookOutcome } from './settings/webhook-test.ts';
import type { TransactionDetail } from './transactions/transaction-detail.ts';
import type { TransactionPage } from './transactions/transactions.ts';
import type { ExportPart, exportInput } from './transactions/transactions-export.ts';
import type { listInput } from './transactions/transactions-input.ts';

/** A `Refused` outcome becomes a 400 (`DashboardError`); the answers below are those of success. */
type Done<Outcome> = Exclude<Outcome, Refused>;
type None = Record<string, never>;
type In<Schema extends z.ZodMiniType> = z.input<Schema>;

/** The body of every answer that is not a success. `error` is English; `problem` and `field` if the rule has them. */
export interface DashboardError {
  error: string;
  problem?: Problem;
  field?: string;
}

/** Who is signed in. `merchant` is null for staff without an account of their own. */
export interface Me {
  userId: string;
  email: string | null;
  roles: Role[];
  merchant: { merchantId: string; name: string; status: AccountStatus; isCompanyGiven: boolean } | null;
}

export interface AccountRow {
  merchantId: string;
  name: string;
  /** Null until the merchant gives it. */
  company: Pick<Company, 'name' | 'nif'> | null;
  status: AccountStatus;
  bankAccount: string;
  createdAt: string;
  webhookUrl: string | null;
  webhookEnabled: boolean;
}

/**
 * The dashboard's API below `/dashboard/api`: the input and the answer of each route. Names in braces are input fields
 * too; the other fields go in the query of a GET and in the JSON body of any other method.
 */
export interface DashboardApi {
  'GET /me': { input: None; answer: Me };

  'GET /settings/webhook': { input: MerchantInput; answer: WebhookSettings };
  'PUT /settings/webhook/url': { input: { url: string }; answer: Done<SaveUrlOutcome> };
  'PUT /settings/webhook/enabled': { input: { enabled: boolean }; answer: Done<ToggleOutcome> };
  'POST /settings/webhook/secret/reveal': { input: None; answer: RevealedSecret };
  'POST /settings/webhook/secret/rotate': { input: None; answer: Done<RotateSecretOutcome> };
  'POST /settings/webhook/secret/switch': { input: None; answer: Done<SwitchSecretOutcome> };
  'POST /settings/webhook/tests': { input: None; answer: Done<TestWebhookOutcome> };
  'GET /settings/webhook/tests/{testId}': { input: { testId: string }; answer: TestAttempts };

  'GET /settings/api-keys': { input: MerchantInput; answer: { keys: ApiKeyRow[] } };
  'POST /settings/api-keys/reveal': { input: { which: 'current' | 'old' }; answer: Done<RevealApiKeyOutcome> };
  'POST /settings/api-keys/rotate': { input: None; answer: Done<RotateApiKeyOutcome> };
  'POST /settings/api-keys/end-old': { input: None; answer: Done<EndOldApiKeyOutcome> };

  'PUT /settings/account/company': { input: Company; answer: { kind: 'saved' } };

  'POST /transactions/search': { input: In<typeof listInput>; answer: TransactionPage };
  'POST /transactions/export': { input: In<typeof exportInput>; answer: ExportPart };
  'GET /transactions/{transactionId}': { input: { transactionId: string }; answer: TransactionDetail };
  'POST /transactions/{transactionId}/resend': {
    input: { transactionId: string; eventId: string; resends?: number | undefined; why: string };
    answer: Extract<ResendOutcome, { kind: 'resent' }>;
  };

  'POST /finance/undelivered': { input: In<typeof undeliveredInput>; answer: UndeliveredPage };
  'POST /finance/undelivered/resend': {
    input: In<typeof financeResendInput>;
    answer: ResentEvents;
  };
  'POST /finance/deliveries': { input: In<typeof eventsInput>; answer: { deliveries: EventDelivery[] } };
  'POST /finance/exceptions/summary': { input: In<typeof summaryInput>; answer: ExceptionsReport };
  'POST /finance/exceptions/search': { input: In<typeof exceptionsInput>; answer: ExceptionsPage };
  'POST /finance/exceptions/note': {
    input: { transactionId: string; exceptionId: string; text: string };
    answer: { kind: 'noted' };
  };
  'POST /finance/exceptions/close': {
    input: { transactionId: string; exceptionId: string; outcome: PersonOutcome; note: string };
    answer: { kind: 'closed' };
  };
  /** The last days, as each bank account was compared with the provider's list. */
  'POST /finance/nights/search': { input: None; answer: { nights: NightRow[] } };
  /** Has a day compared again, within a quarter of an hour. */
  'POST /finance/nights/again': { input: { day: string; bankAccount: string }; answer: { kind: 'marked' } };
  /** A part of the totals: only their sum is complete (`functions/finance/totals/totals.ts`). */
  'POST /finance/totals': { input: In<typeof totalsInput>; answer: TotalsPart };
  'POST /finance/movements/search': { input: In<typeof movementsInput>; answer: MovementsPage };

  'POST /accounts/search': {
    input: { status?: AccountStatus; first?: 'newest' | 'oldest'; cursor?: string };
    answer: { accounts: AccountRow[]; cursor: string | null };
  };
  'GET /accounts/{merchantId}/history': {
    input: { merchantId: string };
    answer: AccountHistory;
  };
  'PUT /accounts/{merchantId}/status': { input: AccountStatusInput; answer: Done<AccountStatusOutcome> };
  'POST /audit/search': { input: In<typeof auditInput>; answer: { entries: AuditRow[]; next: number | null } };
}

export type Route = keyof DashboardApi;
