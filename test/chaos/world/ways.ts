import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { httpCaller } from '../../../functions/banking/http-call.ts';
import type { Send } from '../../../functions/webhooks/deliver/sender.ts';
import { senderOn } from '../../../functions/webhooks/wiring.ts';
import type { Bank } from '../../bank/bank.ts';
import { authority } from '../../support/network/webhook-servers.ts';
import type { ProductClients } from './clients.ts';
import { type EnvironmentOptions, SECRET_TEXTS } from './environment.ts';
import { WEBHOOK_DEADLINE_MS } from './hook.ts';
import { pause } from './invocation.ts';

/** How one execution environment reaches secrets, bank and merchants, and how it sleeps. */
export type Ways = Pick<EnvironmentOptions, 'readSecret' | 'callBank' | 'send' | 'sleep' | 'sleepBetweenAttempts'>;

const SILENT_DEADLINE_MS = 12;

/** What the ways need of the world. */
interface Surroundings {
  time: { nowMs: number };
  state: { silentUrls: ReadonlySet<string>; bankDeadlineMs: number; postDeadlineMs: number };
}

/** Over the network, with separate connections and the deadlines that the world sets. */
export function waysOverNetwork({ time, state }: Surroundings, { secrets }: ProductClients): Ways {
  const clock = () => time.nowMs;
  const callBank = httpCaller(clock);
  const senders = new Map<number, Send>();
  const senderWith = (deadlineMs: number): Send => {
    const sender =
      senders.get(deadlineMs) ??
      senderOn({ clock }, { permitLoopback: true, deadlineMs, extraAuthorities: [authority.ca] });
    senders.set(deadlineMs, sender);
    return sender;
  };
  const sleep = sleepIn(time);
  return {
    readSecret: async (SecretId) => {
      const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
      if (SecretString === undefined) throw new Error('secret: has no text value');
      return SecretString;
    },
    callBank: (request) => callBank({ ...request, timeoutMs: Math.min(request.timeoutMs, state.bankDeadlineMs) }),
    send: async (post) => {
      const startedAt = time.nowMs;
      const deadlineMs = state.silentUrls.has(post.url) ? SILENT_DEADLINE_MS : state.postDeadlineMs;
      const outcome = await senderWith(deadlineMs)(post);
      if (outcome.kind !== 'timeout') return outcome;
      // A timed-out POST takes eight seconds of the world's time.
      time.nowMs = Math.max(time.nowMs, startedAt + WEBHOOK_DEADLINE_MS);
      return { ...outcome, durationMs: WEBHOOK_DEADLINE_MS };
    },
    sleep,
    sleepBetweenAttempts: sleep,
  };
}

/** The bank without a network, and no webhooks: a race of two operations takes a few milliseconds. */
export function waysInProcess(bank: Bank): Ways {
  return {
    readSecret: async (id) => SECRET_TEXTS[id] ?? '',
    callBank: bank.call,
    send: () => Promise.reject(new Error('no webhook is due in a race')),
    sleep: pause,
    sleepBetweenAttempts: pause,
  };
}

function sleepIn(time: Surroundings['time']) {
  return async (durationMs: number): Promise<void> => {
    await pause();
    time.nowMs += durationMs;
  };
}
