import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LOCAL_DIR } from '../lib/operator/running-host.ts';
import { createDemoAuthority } from '../lib/receiver/certificate.ts';
import { startReceiver } from '../lib/receiver/receiver.ts';

const HELP = `A demo receiver for webhooks: checks signatures, recognises repeats, prints one line per event.

  npm run receiver -- --secret whsec_…

  --secret <text>   the merchant's webhook secret, from the dashboard's webhook settings (or WEBHOOK_SECRET)
  --port <number>   port on 127.0.0.1 (4443)
  --cert <file>     certificate and key in PEM, both or neither; without them a local
  --key <file>      authority and a certificate for localhost are made in .local/certificates
  --fail <n>        answer 500 to the first n webhooks, to see the retries
  --delay <ms>      wait before each answer; 9000 is beyond the time-out of 8 s
  --help            this text
`;

const CERTIFICATES = join(LOCAL_DIR, 'certificates');

const values = readArguments();

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const secret = values.secret ?? process.env.WEBHOOK_SECRET;
if (!secret) stop('--secret is missing');
if ((values.cert === undefined) !== (values.key === undefined)) stop('--cert and --key go together');

const receiver = await startReceiver({
  port: wholeNumber('port', values.port),
  secret,
  certificate:
    values.cert && values.key
      ? { cert: readFileSync(values.cert, 'utf8'), key: readFileSync(values.key, 'utf8') }
      : (await createDemoAuthority(CERTIFICATES)).certificate,
  failures: wholeNumber('fail', values.fail),
  delayMs: wholeNumber('delay', values.delay),
  log: (line) => process.stdout.write(`${new Date().toISOString().slice(11, 23)}  ${line}\n`),
}).catch((error: Error) => stop(error.message));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void receiver.stop());
process.stdout.write(`Listening on ${receiver.url}\n`);

function readArguments() {
  try {
    return parseArgs({
      options: {
        secret: { type: 'string' },
        port: { type: 'string', default: '4443' },
        cert: { type: 'string' },
        key: { type: 'string' },
        fail: { type: 'string', default: '0' },
        delay: { type: 'string', default: '0' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return stop((error as Error).message);
  }
}

function wholeNumber(name: string, text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : stop(`--${name} must be a whole number`);
}

function stop(problem: string): never {
  process.stderr.write(`${problem}\n\n${HELP}`);
  process.exit(2);
}
