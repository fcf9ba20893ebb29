import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { senderOn } from '../../../functions/webhooks/wiring.ts';

/**
 * Needs nothing, and no packet leaves the machine: the resolver is scripted, and the connector only records
 * the addresses that it is passed, as Node's own would be: a literal host unchanged, a name by the lookup that it
 * is given.
 */

const SEED = 20_261_122;
const RUNS = process.env.KINDS === 'all' ? 50_000 : 800;

/** IANA's registries of special addresses, by Node's own block list. */
const SPECIAL: [string, number, 'ipv4' | 'ipv6'][] = [
  ...(
    [
      ['0.0.0.0', 8],
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['127.0.0.0', 8],
      ['169.254.0.0', 16],
      ['172.16.0.0', 12],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['192.88.99.0', 24],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
    ] as const
  ).map(([net, prefix]): [string, number, 'ipv4'] => [net, prefix, 'ipv4']),
  ...(
    [
      ['::', 96],
      ['::ffff:0:0', 96],
      ['64:ff9b::', 96],
      ['64:ff9b:1::', 48],
      ['100::', 64],
      ['2001::', 23],
      ['2001:db8::', 32],
      ['2002::', 16],
      ['3fff::', 20],
      ['5f00::', 16],
      ['fc00::', 7],
      ['fe80::', 10],
      ['ff00::', 8],
    ] as const
  ).map(([net, prefix]): [string, number, 'ipv6'] => [net, prefix, 'ipv6']),
];
const special = new BlockList();
for (const [net, prefix, family] of SPECIAL) special.addSubnet(net, prefix, family);
const isSpecial = (address: string) => special.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const v4 = fc.tuple(...Array.from({ length: 4 }, () => fc.nat({ max: 255 }))).map((parts) => parts.join('.'));
const group = fc.nat({ max: 0xffff }).map((part) => part.toString(16));
const v6 = fc.tuple(
  fc.integer({ min: 0x2000, max: 0x3fff }).map((part) => part.toString(16)),
  ...Array.from({ length: 7 }, () => group),
);
/** An address of a special block, with random bits after the prefix. */
const specials = fc
  .tuple(fc.constantFrom(...SPECIAL), v4, fc.tuple(...Array.from({ length: 8 }, () => group)))
  .map(([block, four, six]) => {
    const [net, prefix, family] = block;
    const [size, width, drawn] =
      family === 'ipv4'
        ? ([8, 4, four.split('.').map(Number)] as const)
        : ([16, 8, six.map((each) => Number.parseInt(each, 16))] as const);
    const fixed = family === 'ipv4' ? net.split('.').map(Number) : groupsOf(net);
    const parts = Array.from({ length: width }, (_, index) => {
      const bits = Math.min(size, Math.max(0, prefix - index * size));
      const mask = ((1 << size) - 1) ^ ((1 << (size - bits)) - 1);
      return ((fixed[index] ?? 0) & mask) | ((drawn[index] ?? 0) & ~mask & ((1 << size) - 1));
    });
    return family === 'ipv4' ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
  });
const publics = fc
  .oneof(
    v4,
    v6.map((parts) => parts.join(':')),
  )
  .filter((address) => !isSpecial(address));

function groupsOf(net: string): number[] {
  const [head = '', tail = ''] = net.split('::');
  const read = (text: string) => (text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16)));
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** Sends to a URL; `answers` are the results of the lookups in order. */
async function connectedAddresses(url: string, answers: readonly (readonly string[])[], posts = 1) {
  const connectedTo: string[] = [];
  let lookups = 0;
  class Watching extends Agent {
    // Typed by Node as returning a stream; its arguments are documented with `net.connect`.
    override createConnection(options: { host?: string | null; lookup?: LookupFunction }): Duplex {
      const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
      const refuse = (code: string) => void socket.destroy(Object.assign(new Error(code), { code }));
      const host = options.host ?? 'localhost';
      if (isIP(host)) connectedTo.push(host);
      if (isIP(host) || !options.lookup) setImmediate(refuse, 'ECONNREFUSED');
      else
        options.lookup(host, { all: true }, (error, found) => {
          if (!error) connectedTo.push(...(Array.isArray(found) ? found.map(({ address }) => address) : [found]));
          refuse(error?.code ?? 'ECONNREFUSED');
        });
      return socket;
    }
  }
  const send = senderOn(
    { clock: () => 0 },
    {
      permitLoopback: false,
      agent: new Watching({ maxCachedSessions: 0 }),
      resolve: async () => [...(answers[lookups++ % Math.max(1, answers.length)] ?? [])],
    },
  );
  const outcomes: string[] = [];
  for (let n = 0; n < posts; n += 1) {
    outcomes.push((await send({ url, headers: {}, body: Buffer.from('{}') })).kind);
  }
  return { connectedTo, outcomes, lookups };
}

const PARTS = [0, 1, 2, 3, 4];

test.each(PARTS)(
  'only names with public addresses are connected to, and none that also has another address: %i',
  async (part) => {
    let refused = 0;
    let connected = 0;
    const some = fc.array(fc.oneof({ weight: 2, arbitrary: publics }, { weight: 1, arbitrary: specials }), {
      minLength: 1,
      maxLength: 4,
    });
    const property = fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 3 }), async (answers) => {
      const { connectedTo, outcomes, lookups } = await connectedAddresses(
        'https://shop.example/hook',
        answers,
        answers.length,
      );
      expect(connectedTo.filter(isSpecial)).toEqual([]);
      // The connection uses the address that was checked: one lookup for each POST.
      expect(lookups).toBe(answers.length);
      const mayBe = answers.map((addresses) => !addresses.some(isSpecial));
      expect(
        outcomes
          .map((outcome) => outcome !== 'blocked')
          .map(Number)
          .every((count, index) => count <= Number(mayBe[index])),
      ).toBe(true);
      connected += connectedTo.length;
      refused += outcomes.filter((outcome) => outcome === 'blocked').length;
    });
    await fc.assert(property, { numRuns: RUNS / PARTS.length, seed: SEED + part });
    console.log(
      `${RUNS / PARTS.length} names by seed ${SEED + part}: ${refused} POSTs refused, ${connected} connections, all public`,
    );
    expect(Math.min(refused, connected)).toBeGreaterThan(RUNS / PARTS.length / 10);
  },
);

test('a name that becomes private is refused at the next POST, and accepted when it is public again', async () => {
  const answers = [
    ['93.184.215.14'],
    ['127.0.0.1'],
    ['93.184.215.14', '10.0.0.7'],
    ['::ffff:93.184.215.14'],
    ['8.8.8.8'],
  ];
  const { connectedTo, outcomes } = await connectedAddresses('https://rebind.example/hook', answers, 5);
  expect(connectedTo).toEqual(['93.184.215.14', '8.8.8.8']);
  expect(outcomes).toEqual(['refused', 'blocked', 'blocked', 'blocked', 'refused']);
});

test.each([
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '0',
    '0.0.0.0',
  ],
  ...[
    '10.1',
    '192.168.257',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '025177524776',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
  ],
  ...[
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[2002:7f00:1::]',
    'localhost',
  ],
  ...['ⓛocalhost', 'metadata.google.internal', 'printer.local', 'shop'],
])('no connection is made to https://%s/', async (host) => {
  // A resolver that answers a public address for everything, so that only the sender can refuse.
  const { connectedTo, outcomes } = await connectedAddresses(`https://${host}/`, [['8.8.8.8']]);
  expect([connectedTo, outcomes]).toEqual([[], ['blocked']]);
});
