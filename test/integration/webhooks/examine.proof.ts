import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import type { Mistake } from '../../rig/shop-mistakes.ts';
import { shopReceiver } from '../../rig/shop-receiver.ts';
import { readDocument } from '../../support/documents/blocks.ts';
import { httpServer, listening } from '../../support/network/listening.ts';
import { SECRET } from '../../support/receivers/posts.ts';
import { startReceiverProcess } from '../../support/receivers/receiver-process.ts';
import { DOCUMENTED, isWithoutPhp, launchOf } from '../../support/receivers/shown-code.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples');
const dir = mkdtempSync(join(tmpdir(), 'examine-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Result {
  number: number;
  name: string;
  result: 'passed' | 'warning' | 'failed' | 'not judged';
  seen: string;
  wrong?: string;
  guide?: string;
}

function examine(args: string[], env = {}): Promise<{ status: number; stdout: string; stderr: string }> {
  const options = { cwd: dir, env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(EXAMPLES, 'examine.mjs'), ...args], options, (fault, stdout, stderr) =>
      resolve({ status: fault === null ? 0 : Number(fault.code), stdout, stderr }),
    );
  });
}

async function examined(args: string[], env = {}) {
  const { status, stdout, stderr } = await examine([...args, '--json'], env);
  expect(stderr).toBe('');
  const { results, requests } = JSON.parse(stdout) as { results: Result[]; requests: number };
  const named = (wanted: Result['result']) => results.filter(({ result }) => result === wanted).map(({ name }) => name);
  const [failed, warnings, notJudged] = [named('failed'), named('warning'), named('not judged')];
  return { status, results, requests, failed, warnings, notJudged };
}

const LOSES = 'loses what it has acknowledged';
/** What each mistake fails; a warning has a question mark. */
const FOUND: Record<Exclude<Mistake, typeof LOSES>, string[]> = {
  'fulfils at any event': [
    ...['failed', 'cancelled', 'paid after cancelled, and after failed', 'an event that only a header names'],
  ],
  'fulfils at each event that comes': ['a repeated event', 'the same event at one instant'],
  'looks first and stores afterwards': ['the same event at one instant'],
  'fulfils each transaction': ['two transactions of one order, both paid'],
  'takes cancelled as final': ['paid after cancelled, and after failed'],
  'lets the last event win': ['cancelled after paid'],
  'compares no amount': ['not the amount of the order'],
  'truncates the amount to cents': ['an amount that floats get wrong'],
  'fails at an order that it does not know': ['an unknown order'],
  'verifies the form of the signature only': [
    ...['a wrong signature', 'a signature of other bytes', 'the old secret after its end'],
  ],
  'accepts what has no signature': ['no signature'],
  'verifies JSON that it has written again': ['blanks and escapes in the body'],
  'compares the names of headers with case': ['header names in capitals and small'],
  'reads one of several signatures': ['two secrets'],
  'does not know webhook.test': ['webhook.test'],
  'refuses an event that it does not know': ['an event that does not exist yet'],
  'refuses a field that it does not know': ['fields that do not exist yet', 'blanks and escapes in the body'],
  'reads the first piece of the body': ['a body that comes slowly', 'a body in chunks?'],
  'answers once on a connection': ['one connection for several'],
  'fails when many come at once': ['fifty at once'],
  'does the work before it answers': ['an answer in time?'],
};
const MISTAKES = [LOSES, ...Object.keys(FOUND)] as Mistake[];
/** What only the state of an order judges. */
const BY_ORDER = [
  ...['cancelled after paid', 'not the amount of the order', 'an amount that floats get wrong'],
  ...['paid after cancelled, and after failed', 'two transactions of one order, both paid'],
  ...['an event that only a header names', 'a repeated event', 'the same event at one instant'],
];

// At once: they wait more than they work.
describe.concurrent('docs/examples/examine.mjs', () => {
  test('finds nothing at a correct receiver, to which it posts what the service posts', async () => {
    const shop = await shopReceiver();
    const { status, requests, failed, warnings, notJudged } = await examined(shop.args);
    expect({ status, failed, warnings, notJudged }).toEqual({ status: 0, failed: [], warnings: [], notJudged: [] });
    expect(requests).toBe(shop.requests);
    expect(requests).toBeLessThanOrEqual(200);
    const [{ headers = {}, body = Buffer.alloc(0) } = {}] = shop.posts;
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(new Webhook(shop.secret).verify(body.toString(), sent)).toEqual({
      event: 'payment.success',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      data: {
        ...{ id: expect.stringMatching(/^tx_/), externalOrderId: 'A-1', amount: 10.5, currency: 'EUR' },
        ...{ paymentMethod: 'MBWAY', status: 'paid', paidAt: expect.any(String) },
      },
    });
    expect(sent).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'payment.success',
      'x-service-signature': `sha256=${createHmac('sha256', shop.secret).update(body).digest('hex')}`,
    });
    await shop.stop();
  });

  const begun = new Map<Mistake, ReturnType<typeof found>>();
  async function found(mistake: Mistake) {
    const shop = await shopReceiver(mistake);
    const run = await examined(shop.args).finally(() => shop.stop());
    return { ...run, arrived: shop.requests, all: run.results.filter(({ wrong }) => wrong) };
  }
  function runOf(mistake: Mistake) {
    for (const each of MISTAKES) if (!begun.has(each)) begun.set(each, found(each));
    return begun.get(mistake) as ReturnType<typeof found>;
  }
  test.each(MISTAKES.filter((each) => each in FOUND))('finds a receiver that %s', async (mistake) => {
    const { status, all, notJudged } = await runOf(mistake);
    expect(all.map(({ name, result }) => (result === 'warning' ? `${name}?` : name))).toEqual(
      FOUND[mistake as keyof typeof FOUND],
    );
    expect(notJudged).toEqual([]);
    expect(status).toBe(all.some(({ result }) => result === 'failed') ? 1 : 0);
    for (const { wrong, guide } of all)
      expect([wrong, guide]).toEqual([expect.stringMatching(/\.$/), expect.any(String)]);
  });

  test('finds one that loses what it has acknowledged, and sends 200 requests at most', async () => {
    const { status, failed, notJudged, requests, arrived } = await runOf(LOSES);
    expect([status, failed, requests]).toEqual([1, ['paid'], arrived]);
    expect(notJudged).toContain('cancelled after paid');
    expect(notJudged).not.toContain('a wrong signature');
    expect(arrived).toBeLessThanOrEqual(200);
    expect((await runOf('fails when many come at once')).arrived).toBe(200);
  });

  test('asks once whether the secret is right, and judges nothing else', async () => {
    const shop = await shopReceiver();
    const { status, results, failed, notJudged } = await examined([...shop.args, '--secret', 'whsec_another']);
    const [first, ...others] = results.map(({ seen }) => seen);
    expect({ status, failed, first }).toEqual({
      ...{ status: 1, failed: ['paid'] },
      first: 'answered 401, expected 2xx: is --secret the secret of this receiver?',
    });
    expect(notJudged).toHaveLength(others.length);
    expect(new Set(others)).toEqual(new Set(['case 1 fails']));
    expect(shop.posts).toHaveLength(1);
    await shop.stop();
  });

  test('says in plain words why there is no answer, or another', async () => {
    const closing = await listening(createServer((socket) => socket.on('data', () => socket.destroy())));
    const talking = await listening(createServer((socket) => socket.on('data', () => socket.end('hello\r\n'))));
    const answering = await httpServer(({ url = '' }, response) => void response.writeHead(Number(url.slice(1))).end());
    const reported: [url: string, status: number, text: RegExp][] = [
      ['http://127.0.0.1:1/', 2, /^--url http:\/\/127.0.0.1:1\/: refused the connection \(ECONNREFUSED\)$/m],
      ['http://nobody.invalid/', 2, /^--url: nobody.invalid: name not found/m],
      [`https://127.0.0.1:${talking.port}/`, 2, /does not speak TLS there/],
      [talking.origin, 2, /does not speak HTTP there/],
      [closing.origin, 1, /failed +paid +closed the connection/],
      [`${answering.origin}/302`, 1, /failed +paid +answered 302 \(redirects are not followed\), expected 2xx/],
      [`${answering.origin}/405`, 1, /give --new[\s\S]*; requests: 1\.[\s\S]*No case could be judged/],
    ];
    const made = ['--new', 'echo A-1 10.50', '--state', 'echo pending 0'];
    for (const status of [404, 405, 410]) {
      const { stdout } = await examine(['--url', `${answering.origin}/${status}`, '--secret', SECRET, ...made]);
      expect(stdout).toMatch(`answered ${status}, expected 2xx: is the path right?\n`);
    }
    for (const [url, status, text] of reported) {
      const { stdout, stderr, ...ended } = await examine(['--url', url, '--secret', SECRET, '--only', '1']);
      expect([url, ended.status, stdout + stderr]).toEqual([url, status, expect.stringMatching(text)]);
    }
    const redirected = ['--new', `${answering.origin}/302`, '--state', 'true'];
    const { status, stderr } = await examine(['--url', closing.origin, '--secret', SECRET, ...redirected]);
    expect([status, stderr]).toEqual([2, '--new: answered 302 (redirects are not followed)\n']);
    await Promise.all([closing.stop(), talking.stop(), answering.stop()]);
  });

  test('judges the answers alone of the receivers that merchants are shown, and finds nothing', async () => {
    for (const shown of DOCUMENTED.filter(({ language }) => !(language === 'PHP' && isWithoutPhp))) {
      const own = mkdtempSync(join(dir, 'receiver-'));
      const receiver = await startReceiverProcess(launchOf(shown, own), own, SECRET);
      const args = ['--url', `http://127.0.0.1:${receiver.port}/webhooks`, '--secret', SECRET, '--old', `${SECRET}x`];
      const { status, failed, warnings, notJudged } = await examined(args);
      await receiver.stop();
      expect([shown.where, status, failed, warnings, notJudged]).toEqual([shown.where, 0, [], [], BY_ORDER]);
    }
  });

  test('finds nothing at the example shop, by its commands', async () => {
    const [port, webhookPort, noPort] = [await freePort(), await freePort(), await freePort()];
    const certificates = join(dir, 'certificates');
    await createDemoAuthority(certificates);
    const env = {
      // Nothing answers there: the orders are none of the service.
      ...{
        BASE_URL: `http://127.0.0.1:${noPort}`,
        API_KEY: 'sk_none',
        WEBHOOK_SECRET: SECRET,
        DATABASE: join(dir, 'shop.db'),
      },
      ...{ TLS_CERT: join(certificates, 'receiver.pem'), TLS_KEY: join(certificates, 'receiver.key.pem') },
      ...{ SHOP_PORT: String(port), WEBHOOK_PORT: String(webhookPort), PATH: process.env.PATH },
    };
    const shop = spawn(process.execPath, [join(EXAMPLES, 'shop', 'shop.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((started) => shop.stdout.once('data', started));
    const order = `"${process.execPath}" "${join(EXAMPLES, 'shop', 'order.mjs')}"`;
    const own = ['--new', `${order} new {amount}`, '--state', `${order} state {order}`];
    const args = ['--url', `https://localhost:${webhookPort}/webhook`, '--old', `${SECRET}x`, ...own];
    const run = await examined(args, { ...env, NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem') });
    shop.kill('SIGKILL');
    expect(run).toMatchObject({ status: 0, failed: [], warnings: [], notJudged: [] });
  });

  test('prints the bytes of a case, and repeats it alone', async () => {
    const shop = await shopReceiver();
    const { results } = await examined(shop.args.slice(0, 6));
    const number = results.find(({ name }) => name === 'blanks and escapes in the body')?.number;
    const before = shop.requests;
    const { stdout } = await examine([...shop.args, '--show', String(number)]);
    expect(shop.requests).toBe(before);
    const [head = '', body = ''] = stdout.split(/\n\n(?=\{)/);
    const signature = `sha256=${createHmac('sha256', shop.secret).update(body.slice(0, -2)).digest('hex')}`;
    expect(head.split('\n')).toEqual(
      expect.arrayContaining(['POST /webhook HTTP/1.1', `X-Service-Signature: ${signature}`]),
    );
    const alone = await examined([...shop.args, '--only', String(number)]);
    expect(alone.results.map((each) => [each.number, each.result])).toEqual([[number, 'passed']]);
    const { stdout: table } = await examine([...shop.args, '--only', String(number)]);
    expect(table).toMatch(
      /^ *\d+ {2}passed {6}blanks and escapes in the body {2,}answered 200 in \d+ ms; paid 1\n\n1 passed/,
    );
    await shop.stop();
  });

  test('runs no part of an order’s id in a shell', async () => {
    const shop = await shopReceiver();
    const made = ['--new', `echo 'A;id>pwned 10.50'`];
    const args = [...shop.args.slice(0, 4), '--only', '1', ...made, '--state'];
    const refused = await examine([...args, 'echo {order}']);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(/"\$ORDER"/)]);
    await examine([...args, 'echo "$ORDER" > seen; echo pending 0']);
    expect(readFileSync(join(dir, 'seen'), 'utf8')).toBe('A;id>pwned\n');
    expect(existsSync(join(dir, 'pwned'))).toBe(false);
    await shop.stop();
  });

  test('refuses a public address and wrong arguments, and prints no secret', async () => {
    const url = ['--url', 'http://localhost:1/webhook'];
    const secret = ['--secret', SECRET];
    const refusals: [args: string[], status: number, text: RegExp][] = [
      [['--help'], 0, /--state[\s\S]*Exit status/],
      [[...secret, '--url', 'https://93.184.216.34/webhook'], 2, /public address.*--yes-this-is-mine/],
      [[...secret, '--url', 'http://93.184.216.34/', '--yes-this-is-mine'], 2, /needs https/],
      [[...secret, '--url', 'https://[2001:db8::1]/webhook'], 2, /public address/],
      [[...secret, '--url', 'https://shop:hidden@localhost/'], 2, /without user/],
      [[...secret], 2, /--url: give a URL such as http:\/\/localhost/],
      [url, 2, /WEBHOOK_SECRET/],
      [[...url, ...secret, '--new', 'true'], 2, /--new and --state/],
      [[...url, ...secret, '--only', '99'], 2, /numbers 1 to/],
      [[...url, ...secret, '--form', '1'], 2, /--form/],
      [[...url, ...secret, '--old', SECRET], 2, /--old is the secret before/],
      [[...url, ...secret, '--show', '1', '--only', '1'], 2, /--show goes neither with --only/],
      [[...url, ...secret, '--show', '1', '--json'], 2, /nor with --json/],
      [
        [...url, ...secret, '--new', 'echo A-1 10.50', '--state', 'echo paid 1'],
        2,
        /--new.*paid 1.*expected pending 0/,
      ],
      [[...url, ...secret, '--new', 'echo no', '--state', 'true'], 2, /“no” is not ORDER AMOUNT/],
      [[...url, ...secret, '--new', 'https://93.184.216.34/', '--state', 'true'], 2, /public address/],
    ];
    for (const [args, status, text] of refusals) {
      const { stdout, stderr, ...ended } = await examine(args);
      expect([args, ended.status, stdout + stderr]).toEqual([args, status, expect.stringMatching(text)]);
      expect(stdout + stderr).not.toContain(SECRET.slice(6, 20));
      expect(stdout + stderr).not.toMatch(/hidden|^ {4}at /m);
    }
  });

  test('names sections of the guide that exist', () => {
    const source = readFileSync(join(EXAMPLES, 'examine.mjs'), 'utf8');
    const guides = [...source.matchAll(/'([\w/-]+)\.html#([\w-]+)'/g)];
    expect(guides).toHaveLength(4);
    for (const [, path, anchor] of guides) {
      const headings = [...readDocument(`docs/${path}.md`).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
      expect(
        headings.map((each) =>
          each
            .toLowerCase()
            .replace(/[^\w -]/g, '')
            .replaceAll(' ', '-'),
        ),
      ).toContain(anchor);
    }
  });
});
