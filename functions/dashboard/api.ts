import type * as z from 'zod/mini';
import type { Company } from '../merchants/accounts/company.ts';
import type { AccountStatus } from '../merchants/accounts/merchant.ts';
import type { PersonOutcome } from '../payments/exceptions/exception-outcomes.ts';
import type { ResendOutcome } from '../webhooks/resend/resend.ts';
import type { AccountStatusInput, AccountStatusOutcome } from './accounts/account-status.ts';
import type { AuditRow } from './accounts/history.ts';
import type { auditInput, MerchantInput } from './accounts/history-input.ts';
import type { Role } from './caller.ts';
import type { BulkResendOutcome, bulkResendInput } from './finance/bulk-resend.ts';
import type { ExceptionsPage, exceptionsInput } from './finance/exceptions-list.ts';
import type { MovementsPage, movementsInput } from './finance/movements/movements.ts';
import type { NightRow } from './finance/nights.ts';
import type { TotalsPart, totalsInput } from './finance/totals.ts';
import type { UndeliveredPage, undeliveredInput } from './finance/undelivered.ts';
import type { Problem, Refused } from './problem.ts';
import type { ApiKeyRow, EndOldApiKeyOutcome, RevealApiKeyOutcome, RotateApiKeyOutcome } from './settings/api-keys.ts';
import type { MailSettings } from './settings/switches.ts';
import type { RevealedSecret, RotateSecretOutcome, SwitchSecretOutcome } from './settings/webhook-secret.ts';
import type { SaveUrlOutcome, ToggleOutcome, WebhookSettings } from './settings/webhook-settings.ts';
import type { TestAttempts, TestWebhookOutcome } from './settings/webhook-test.ts';
import type { meInput } from './signed-in.ts';
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
  merchant: { merchantId: string; name: string; status: AccountStatus; company: AccountRow['company'] } | null;
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

export interface Account extends Omit<AccountRow, 'company'> {
  /** Null until the merchant gives it. */
  company: Company | null;
  mail: MailSettings;
}

/**
 * The dashboard's API below `/dashboard/api`: the input and the answer of each route. The first part of a path is the
 * right that it needs: `/me` everyone who is signed in, each within its own scope; `/merchant` a merchant about its own
 * account; `/finance` finance and operators; `/operator` operators. Names in braces are input fields too; the other
 * fields go in the query of a GET and in the JSON body of any other method.
 */
export interface DashboardApi {
  /** Creates the account of a new merchant, and stores where its mail goes. */
  'GET /me': { input: In<typeof meInput>; answer: Me };

  'GET /me/account': { input: MerchantInput; answer: Account };
  'POST /me/history/search': { input: In<typeof auditInput>; answer: { entries: AuditRow[]; cursor: string | null } };
  'GET /me/api-keys': { input: MerchantInput; answer: { keys: ApiKeyRow[] } };
  'GET /me/webhook': { input: MerchantInput; answer: WebhookSettings };
  'GET /me/webhook/tests/{testId}': { input: { testId: string }; answer: TestAttempts };
  'POST /me/transactions/search': { input: In<typeof listInput>; answer: TransactionPage };
  'POST /me/transactions/export': { input: In<typeof exportInput>; answer: ExportPart };
  'GET /me/transactions/{transactionId}': { input: { transactionId: string }; answer: TransactionDetail };
  'POST /me/transactions/{transactionId}/resend': {
    input: { transactionId: string; eventId: string; resends?: number | undefined; why: string };
    answer: Extract<ResendOutcome, { kind: 'resent' }>;
  };
  'POST /me/undelivered/search': { input: In<typeof undeliveredInput>; answer: UndeliveredPage };
  /** A part of a run over the list: called with its cursor until `more` is false. */
  'POST /me/undelivered/resend': { input: In<typeof bulkResendInput>; answer: Done<BulkResendOutcome> };
  'POST /me/exceptions/search': { input: In<typeof exceptionsInput>; answer: ExceptionsPage };
  'POST /me/movements/search': { input: In<typeof movementsInput>; answer: MovementsPage };
  /** A part of the totals: only their sum is complete (`functions/finance/totals/totals.ts`). */
  'POST /me/totals': { input: In<typeof totalsInput>; answer: TotalsPart };

  'PUT /merchant/mail': { input: { enabled: boolean }; answer: { kind: 'saved' } };
  'PUT /merchant/company': { input: Company; answer: { kind: 'saved' } };
  'PUT /merchant/webhook/url': { input: { url: string }; answer: Done<SaveUrlOutcome> };
  'PUT /merchant/webhook/enabled': { input: { enabled: boolean }; answer: Done<ToggleOutcome> };
  'PUT /merchant/webhook/hourly-resend': { input: { enabled: boolean }; answer: { kind: 'saved' } };
  'POST /merchant/webhook/tests': { input: None; answer: Done<TestWebhookOutcome> };
  'POST /merchant/secrets/api-key/reveal': {
    input: { which: 'current' | 'old' };
    answer: Done<RevealApiKeyOutcome>;
  };
  'POST /merchant/secrets/api-key/rotate': { input: None; answer: Done<RotateApiKeyOutcome> };
  'POST /merchant/secrets/api-key/end-old': { input: None; answer: Done<EndOldApiKeyOutcome> };
  'POST /merchant/secrets/webhook/reveal': { input: None; answer: RevealedSecret };
  'POST /merchant/secrets/webhook/rotate': { input: None; answer: Done<RotateSecretOutcome> };
  'POST /merchant/secrets/webhook/switch': { input: None; answer: Done<SwitchSecretOutcome> };

  'POST /finance/accounts/search': {
    input: { status?: AccountStatus; first?: 'newest' | 'oldest'; cursor?: string };
    answer: { accounts: AccountRow[]; cursor: string | null };
  };
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

  'PUT /operator/accounts/{merchantId}/status': { input: AccountStatusInput; answer: Done<AccountStatusOutcome> };
}

export type Route = keyof DashboardApi;
