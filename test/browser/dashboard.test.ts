import { describe } from 'vitest';
import { accountFlows } from './flows/accounts.ts';
import { apiKeyFlows } from './flows/api-keys.ts';
import { financeFlows } from './flows/finance.ts';
import { firstLoadFlows } from './flows/first-load.ts';
import { headerSearchFlows } from './flows/header-search.ts';
import { longWorkFlows } from './flows/long-work.ts';
import { pageFlows } from './flows/pages.ts';
import { playgroundFlows } from './flows/playground.ts';
import { referenceFlows } from './flows/reference.ts';
import { roleFlows } from './flows/roles.ts';
import { sessionFlows } from './flows/session.ts';
import { signInFlows } from './flows/sign-in.ts';
import { transactionFilterFlows } from './flows/transaction-filters.ts';
import { transactionPanelFlows } from './flows/transaction-panel.ts';
import { transactionFlows } from './flows/transactions.ts';
import { troubleFlows } from './flows/trouble.ts';
import { webhookSettingsFlows } from './flows/webhook-settings.ts';
import { FLOW_TIMEOUT_MS } from './support/browser-test.ts';

// One file, so that one service and one browser serve them all.
describe('the dashboard', { timeout: FLOW_TIMEOUT_MS }, () => {
  // First, since what follows changes what they show.
  describe('each page', pageFlows);
  describe('signing in and out', signInFlows);
  describe('sessions', sessionFlows);
  describe('the first load', firstLoadFlows);
  describe('webhook settings', webhookSettingsFlows);
  describe('API keys', apiKeyFlows);
  describe('signature playground', playgroundFlows);
  describe('the API reference', referenceFlows);
  describe('accounts', accountFlows);
  describe('transactions', transactionFlows);
  describe('filters of transactions', transactionFilterFlows);
  describe('search', headerSearchFlows);
  describe('panel below the transactions', transactionPanelFlows);
  describe('finance', financeFlows);
  describe('long exports and resends', longWorkFlows);
  describe('roles', roleFlows);
  describe('failures', troubleFlows);
});
