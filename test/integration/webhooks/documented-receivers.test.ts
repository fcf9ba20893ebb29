import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../../functions/webhooks/signature.ts';
import { type Post, post } from '../../support/receivers/posts.ts';
import { type Launch, startReceiverProcess } from '../../support/receivers/receiver-process.ts';
import { DOCUMENTED } from '../../support/receivers/shown-code.ts';

/** What the receivers of the merchants' guide store, and when they acknowledge it. */

const SECRET = newWebhookSecret();
const BODY = Buffer.from(JSON.stringify({ event: 'payment.success', data: { id: 'tx_1', status: 'paid' } }));

function signedBy(secret: string, body = BODY): Post {
  const event = { kind: 'payment.success', eventId: 'evt_1', nowMs: Date.now() } as const;
  return { body, headers: signedHeaders({ ...event, body, secrets: { current: secret } }) };
}

/** The same launch, where no byte can be written to a file, as on a full disk. */
function onFullDisk({ command, args, env }: Launch): Launch {
  const limited = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
  return { command: 'sh', args: (port) => ['-c', limited, command, ...args(port)], ...(env && { env }) };
}

/** The same launch, where PHP ends the script with an error of its own: it lacks a function that storing needs. */
function withoutFsync({ command, args, env }: Launch): Launch {
  const without = command === 'php' ? ['-d', 'disable_functions=fsync'] : [];
  return { command, args: (port) => [...without, ...args(port)], ...(env && { env }) };
}

describe.each(DOCUMENTED.filter(({ toolchain }) => toolchain.lacking === undefined))(
  '$where',
  ({ code, toolchain }) => {
    const dir = mkdtempSync(join(tmpdir(), 'receiver-'));
    const launch = toolchain.build(code, dir);
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

    it('acknowledges nothing that it could not store, and stores its repeat', async () => {
      const webhook = signedBy(SECRET);
      expect(await answersOf(onFullDisk(launch), SECRET, [webhook, webhook])).toEqual([500, 500]);
      expect(inbox()).toEqual([]);
      expect(await answersOf(launch, SECRET, [webhook, webhook])).toEqual([200, 200]);
      expect(inbox()).toEqual(['tx_1.payment.success.json']);
      expect(readFileSync(join(dir, 'inbox', inbox()[0] ?? ''))).toEqual(BODY);
    });

    it('refuses a body that no event has', async () => {
      const large: Post = { ...signedBy(SECRET), body: Buffer.alloc(65_537) };
      const inChunks: Post = { ...large, chunkBytes: 10_000 };
      expect(await answersOf(launch, SECRET, [large, inChunks, signedBy(SECRET)])).toEqual([413, 413, 200]);
    });

    it('acknowledges nothing when it fails itself', async () => {
      const inNoFolder = Buffer.from(JSON.stringify({ event: 'payment.success', data: { id: 'no-folder/tx_1' } }));
      expect(await answersOf(withoutFsync(launch), SECRET, [signedBy(SECRET, inNoFolder)])).toEqual([500]);
    });

    it('takes either of two secrets during a rotation, and no other', async () => {
      const next = newWebhookSecret();
      const posts = [signedBy(SECRET), signedBy(next), signedBy(newWebhookSecret()), signedBy('')];
      expect(await answersOf(launch, `${SECRET},${next}`, posts)).toEqual([200, 200, 401, 401]);
      expect(await answersOf(launch, `${SECRET}, ${next}`, posts)).toEqual([200, 200, 401, 401]);
      // A comma too many is not an empty secret.
      expect(await answersOf(launch, `${SECRET},`, posts)).toEqual([200, 401, 401, 401]);
    });
  },
);
