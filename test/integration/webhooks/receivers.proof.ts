import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENUINE, OTHER_SECRET, type Post, post, REFUSED, SECRET, signedBy } from '../../support/receivers/posts.ts';
import { type Launch, type ReceiverProcess, startReceiverProcess } from '../../support/receivers/receiver-process.ts';
import { DOCUMENTED, isWithoutPhp, launchOf } from '../../support/receivers/shown-code.ts';

/** The receiver code that merchants are shown, as a server of its own that gets real POSTs. */

const newDir = () => mkdtempSync(join(tmpdir(), 'receiver-'));

it('finds two languages in the guide, and each compares in constant time (§5.2.3)', () => {
  expect(DOCUMENTED.map(({ language }) => language)).toEqual(['Node', 'PHP']);
  for (const { code } of DOCUMENTED) expect(code).toMatch(/timingSafeEqual\(|hash_equals\(/);
});

describe.each(DOCUMENTED)('$where', (shown) => {
  describe.skipIf(shown.language === 'PHP' && isWithoutPhp)('answers', () => {
    const dir = newDir();
    const launch = launchOf(shown, dir);
    let receiver: ReceiverProcess;
    beforeAll(async () => {
      receiver = await startReceiverProcess(launch, dir, SECRET);
      if (!receiver.isUp) throw new Error(`It did not start:\n${receiver.output()}`);
    });
    afterAll(async () => {
      await receiver?.stop();
      rmSync(dir, { recursive: true, force: true });
    });

    it.each(Object.entries(GENUINE))('200 to %s', async (_, webhook) => {
      expect(await post(receiver.port, webhook)).toEqual({ status: 200, text: expect.stringMatching(/^(OK)?$/) });
    });

    it.each(Object.entries(REFUSED))('401 to %s', async (_, webhook) => {
      expect(await post(receiver.port, webhook)).toEqual({ status: 401, text: 'signature does not match' });
    });

    it('without an error in its log', () => {
      expect(receiver.output()).not.toMatch(/exception|error:|fatal|PHP warning/i);
    });

    it.each([
      ['no secret', undefined],
      ['an empty secret', ''],
    ])('with %s to nobody, for anybody could sign', async (_, secret) => {
      const careless = await startReceiverProcess(launch, dir, secret);
      try {
        // PHP's server starts, and then fails at each request.
        expect(careless.isUp).toBe(shown.language === 'PHP');
        if (careless.isUp) expect((await post(careless.port, signedBy(''))).status).toBe(500);
      } finally {
        await careless.stop();
      }
    });
  });
});

const BODY = Buffer.from(JSON.stringify({ event: 'payment.success', data: { id: 'tx_1', status: 'paid' } }));

/** The same launch, where no byte can be written to a file, as on a full disk. */
function onFullDisk({ command, args }: Launch): Launch {
  return { command: 'sh', args: (port) => ['-c', `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`, command, ...args(port)] };
}

/** The same launch, where PHP ends the script with an error of its own: it lacks a function that storing needs. */
function withoutFsync({ command, args }: Launch): Launch {
  const without = command === 'php' ? ['-d', 'disable_functions=fsync'] : [];
  return { command, args: (port) => [...without, ...args(port)] };
}

describe.each(DOCUMENTED)('$where', (shown) => {
  describe.skipIf(shown.language === 'PHP' && isWithoutPhp)('stores', () => {
    const dir = newDir();
    const launch = launchOf(shown, dir);
    afterAll(() => rmSync(dir, { recursive: true, force: true }));
    const inbox = () => readdirSync(join(dir, 'inbox')).filter((name) => name.endsWith('.json'));

    /** The statuses of POSTs to a receiver with this secret, one after the other. */
    async function answersOf(by: Launch, secret: string, posts: Post[]): Promise<number[]> {
      const receiver = await startReceiverProcess(by, dir, secret);
      const statuses: number[] = [];
      try {
        for (const each of posts) statuses.push((await post(receiver.port, each)).status);
      } finally {
        await receiver.stop();
      }
      return statuses;
    }

    it('before it acknowledges: not on a full disk, and then the repeat', async () => {
      const webhook = signedBy(SECRET, BODY);
      expect(await answersOf(onFullDisk(launch), SECRET, [webhook, webhook])).toEqual([500, 500]);
      expect(inbox()).toEqual([]);
      expect(await answersOf(launch, SECRET, [webhook, webhook])).toEqual([200, 200]);
      expect(inbox()).toEqual(['tx_1.payment.success.json']);
      expect(readFileSync(join(dir, 'inbox', inbox()[0] ?? ''))).toEqual(BODY);
    });

    it('no body that no event has', async () => {
      const large: Post = { ...signedBy(SECRET, BODY), body: Buffer.alloc(65_537) };
      const inChunks: Post = { ...large, chunkBytes: 10_000 };
      expect(await answersOf(launch, SECRET, [large, inChunks, signedBy(SECRET, BODY)])).toEqual([413, 413, 200]);
    });

    it('or acknowledges nothing when it fails itself', async () => {
      const inNoFolder = Buffer.from(JSON.stringify({ event: 'payment.success', data: { id: 'no-folder/tx_1' } }));
      expect(await answersOf(withoutFsync(launch), SECRET, [signedBy(SECRET, inNoFolder)])).toEqual([500]);
    });

    it('by either of two secrets during a rotation, and by no other', async () => {
      // A comma too many is not an empty secret.
      const posts = [SECRET, OTHER_SECRET, `${SECRET}x`, ''].map((secret) => signedBy(secret, BODY));
      expect(await answersOf(launch, `${SECRET}, ${OTHER_SECRET},`, posts)).toEqual([200, 200, 401, 401]);
    });
  });
});
