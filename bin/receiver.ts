import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEADLINE_MS } from '../functions/webhooks/plan.ts';
import { wholeNumberOf } from '../lib/operator/arguments.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { LOCAL_DIR } from '../lib/operator/running-host.ts';
import { createDemoAuthority } from '../lib/receiver/certificate.ts';
import { startReceiver } from '../lib/receiver/receiver.ts';

const USAGE = `A demo receiver for webhooks: verifies signatures, recognises repeats, prints one line for each event.

  npm run receiver -- --secret whsec_…

  --secret <text>   the merchant's webhook secret, from the dashboard's webhook settings (or WEBHOOK_SECRET)
  --port <number>   port on 127.0.0.1 (default 4443)
  --cert <file>     certificate and key in PEM, both or neither; without them a local
  --key <file>      authority and a certificate for localhost are created in .local/certificates
  --fail <n>        answer 500 to the first n webhooks, to see the retries
  --delay <ms>      wait before each answer; ${DEADLINE_MS + 1_000} exceeds the timeout of ${DEADLINE_MS / 1_000} s
  --help            this text
`;

const CERTIFICATES = join(LOCAL_DIR, 'certificates');

const OPTIONS = {
  secret: { type: 'string' },
  port: { type: 'string', default: '4443' },
  cert: { type: 'string' },
  key: { type: 'string' },
  fail: { type: 'string', default: '0' },
  delay: { type: 'string', default: '0' },
} as const;

await runCommand({ usage: USAGE, options: OPTIONS, runsBare: true }, async (values) => {
  const { secret = process.env.WEBHOOK_SECRET, cert, key } = values;
  if (!secret) throw new UsageError('--secret is missing');
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('--cert and --key must be given together');
  const settings = {
    port: wholeNumberOf('--port', values.port, [0, 65_535]),
    failures: wholeNumberOf('--fail', values.fail, [0, 999_999]),
    delayMs: wholeNumberOf('--delay', values.delay, [0, 999_999]),
  };
  const receiver = await startReceiver({
    ...settings,
    secret,
    certificate:
      cert && key
        ? { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
        : (await createDemoAuthority(CERTIFICATES)).certificate,
    log: (line) => process.stdout.write(`${new Date().toISOString().slice(11, 23)}  ${line}\n`),
  }).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void receiver.stop());
  process.stdout.write(`Listening on ${receiver.url}\n`);
  return undefined;
});
