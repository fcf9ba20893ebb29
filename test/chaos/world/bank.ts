import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { transactionIdOf } from '../../../functions/banking/sibs.ids.ts';
import { NOT_REGISTERED, PUSH_OUT, REFERENCE_OUT, registers, SAYS } from '../../support/bank-script.ts';
import type { Reply } from '../../support/scripted-sibs.ts';

/** What the bank knows of one payment. */
export interface BankPayment {
  transactionId: string | null;
  method: 'MBWAY' | 'REFERENCE';
  euros: number;
  started: boolean;
  outcome: 'waiting' | 'paid' | 'declined' | 'timed-out';
}

export interface ScriptedBank {
  baseUrl: string;
  /** By the bank's id. */
  payments: Map<string, BankPayment>;
  /** Payments of ours that were started and may be or were paid. */
  startedOf(transactionId: string): BankPayment[];
  stop(): Promise<void>;
}

/** A bank with a memory that speaks SIBS's protocol and works without fault; what goes wrong goes wrong on the way. */
export async function startScriptedBank(): Promise<ScriptedBank> {
  const payments = new Map<string, BankPayment>();
  const server = createServer(async (request, response) => {
    const reply = answer(payments, `${request.method} ${request.url}`, await text(request).catch(() => ''));
    if (typeof reply === 'string') return void response.destroy();
    response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    startedOf: (id) => [...payments.values()].filter(({ transactionId, started }) => started && transactionId === id),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

const NOT_FOUND: Reply = { status: 404, body: '{}' };

function answer(payments: Map<string, BankPayment>, call: string, body: string): Reply {
  if (/^POST .*\/payments$/.test(call)) return register(payments, body);
  const [, bankId = '', action = ''] = /\/payments\/([^/]+)\/(.+)$/.exec(call) ?? [];
  const payment = payments.get(bankId);
  if (!payment) return NOT_FOUND;
  if (action === 'status') return inquiry(payment);
  if (payment.started) return NOT_REGISTERED;
  payment.started = true;
  return action.startsWith('mbway-id') ? PUSH_OUT : REFERENCE_OUT;
}

function register(payments: Map<string, BankPayment>, body: string): Reply {
  const { merchant, transaction } = JSON.parse(body) as {
    merchant: { merchantTransactionId: string };
    transaction: { amount: { value: number }; paymentMethod: ['MBWAY' | 'REFERENCE'] };
  };
  const reply = registers();
  if (typeof reply === 'string') return reply;
  const { body: answered, status } = { body: reply.body, status: reply.status };
  payments.set((JSON.parse(answered) as { transactionID: string }).transactionID, {
    transactionId: transactionIdOf(merchant.merchantTransactionId),
    method: transaction.paymentMethod[0],
    euros: transaction.amount.value,
    started: false,
    outcome: 'waiting',
  });
  return { status, body: answered };
}

function inquiry({ started, outcome, method, euros }: BankPayment): Reply {
  if (outcome === 'paid') return SAYS.paid(euros, method);
  if (outcome === 'declined') return SAYS.declined;
  if (outcome === 'timed-out') return SAYS.timedOut;
  if (!started) return SAYS.notStarted;
  return method === 'MBWAY' ? SAYS.waiting : SAYS.waitingReference;
}
