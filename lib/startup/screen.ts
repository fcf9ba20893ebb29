import { join, relative } from 'node:path';
import { aheadText } from '../operator/clock.ts';
import { LOCAL_DIR } from '../operator/running-host.ts';

export interface ScreenFacts {
  baseUrl: string;
  apiKey: string;
  merchantId: string;
  webhookSecret: string;
  simulatorUrl: string;
  webhookUrl: string;
  /** Of the demo receiver. */
  receiverUrl: string;
  dashboardUrl: string;
  /** E-mails of the demo users. */
  users: readonly string[];
  /** Whether other machines may reach the service. */
  isOpen: boolean;
  readyMs: number;
  /** How far the clock is ahead of the machine's. */
  clockAheadMs: number;
}

/** The screen of `npm start` when the service is ready. */
export function screen(facts: ScreenFacts): string {
  const { baseUrl, apiKey } = facts;
  return `
Payment Service is ready (${(facts.readyMs / 1000).toFixed(1)} s)

  base URL         ${baseUrl}
  API key          ${apiKey}
  merchant         ${facts.merchantId}
  webhook secret   ${facts.webhookSecret}
  webhooks go to   ${facts.webhookUrl} (${receiverNote(facts)})
  simulated bank   ${facts.simulatorUrl} (decide for its customers: docs/simulator.md)
  dashboard        ${facts.dashboardUrl}
  sign in as       ${facts.users.join(', ')},
                   or with any e-mail as a new merchant, without a password
  mails            ${relative('', join(LOCAL_DIR, 'mail'))} (files; nothing is sent)
  clock            ${clockLine(facts.clockAheadMs)}; npm run clock -- advance 4m
${facts.isOpen ? '  listens on       0.0.0.0: anyone who reaches it can sign in and move the clock\n' : ''}
Paste this to pay once: the simulated customer approves after 2 s, and the verified webhook is printed here.

  ID=$(curl -s ${baseUrl}/payments/init -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"orderId":"ORDER-1","amount":10.50}' | sed 's/.*"transactionId":"\\([^"]*\\)".*/\\1/') && \\
  curl -s ${baseUrl}/payments/mbway -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
    -d "{\\"transactionId\\":\\"$ID\\",\\"phoneNumber\\":\\"910000000\\"}"

Ctrl-C stops it. More: README.md, npm run merchant -- --help, npm run transaction -- --help, npm run api
`;
}

function receiverNote({ webhookUrl, receiverUrl }: ScreenFacts): string {
  return webhookUrl === receiverUrl
    ? 'the demo receiver, printed here'
    : `set by you; the demo receiver is ${receiverUrl}`;
}

function clockLine(aheadMs: number): string {
  return aheadMs === 0 ? 'the machine’s time' : `${aheadText(aheadMs)} ahead of the machine’s`;
}
