import { expect, onTestFinished, test } from 'vitest';
import { senderOn } from '../../../functions/webhooks/wiring.ts';
import { authority, tlsServer } from '../../support/network/webhook-servers.ts';

/**
 * Needs nothing but this machine, whose address is permitted here: the resolver is scripted, and the server has no
 * certificate for the name. Which addresses are refused is in `webhook-address-guard.test.ts`.
 */
test('a name that becomes private is refused at the next POST, and accepted when it is permitted again', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.7'], ['127.0.0.1', '10.0.0.7'], ['::ffff:127.0.0.1'], ['127.0.0.1']];
  const server = await tlsServer(() => undefined);
  onTestFinished(server.stop);
  let lookups = 0;
  const resolve = async () => answers[lookups++] ?? [];
  const send = senderOn({ clock: () => 0 }, { permitLoopback: true, extraAuthorities: [authority.ca], resolve });
  const outcomes: string[] = [];
  for (const _ of answers) {
    const url = `https://rebind.example:${server.port}/hook`;
    const { kind } = await send({ url, headers: {}, body: Buffer.from('{}') });
    outcomes.push(kind);
  }
  expect(outcomes).toEqual(['wrong-name', 'blocked', 'blocked', 'blocked', 'wrong-name']);
  // The connection uses the addresses that were vetted: one lookup for each POST.
  expect([server.connections, lookups]).toEqual([2, answers.length]);
});
