import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { senderOn } from '../../../functions/webhooks/wiring.ts';

/**
 * Needs nothing, and no packet leaves the machine: the resolver is scripted, and the connector only records the
 * addresses that it is passed. Which addresses are refused is in `webhook-address-guard.test.ts`.
 */
test('a name that becomes private is refused at the next POST, and accepted when it is public again', async () => {
  const answers = [
    ['93.184.215.14'],
    ['127.0.0.1'],
    ['93.184.215.14', '10.0.0.7'],
    ['::ffff:93.184.215.14'],
    ['8.8.8.8'],
  ];
  const connectedTo: string[] = [];
  class Watching extends Agent {
    // Typed by Node as returning a stream; its arguments are documented with `net.connect`.
    override createConnection({ lookup }: { lookup?: LookupFunction }): Duplex {
      const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
      lookup?.('rebind.example', { all: true }, (error, found) => {
        if (!error) connectedTo.push(...[found].flat().map((each) => (typeof each === 'string' ? each : each.address)));
        const code = error?.code ?? 'ECONNREFUSED';
        socket.destroy(Object.assign(new Error(code), { code }));
      });
      return socket;
    }
  }
  let lookups = 0;
  const agent = new Watching({ maxCachedSessions: 0 });
  const resolve = async () => answers[lookups++] ?? [];
  const send = senderOn({ clock: () => 0 }, { permitLoopback: false, agent, resolve });
  const outcomes: string[] = [];
  for (const _ of answers) {
    const { kind } = await send({ url: 'https://rebind.example/hook', headers: {}, body: Buffer.from('{}') });
    outcomes.push(kind);
  }
  expect(outcomes).toEqual(['refused', 'blocked', 'blocked', 'blocked', 'refused']);
  // The connection uses the addresses that were vetted: one lookup for each POST.
  expect([connectedTo, lookups]).toEqual([['93.184.215.14', '8.8.8.8'], answers.length]);
});
