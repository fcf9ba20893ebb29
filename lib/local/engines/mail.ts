import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Engine } from './dynamo.ts';
import { serveJson } from './json-server.ts';

const data = z.strictObject({ Data: z.string() });
const sendEmail = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.string()) }),
  Content: z.strictObject({ Simple: z.strictObject({ Subject: data, Body: z.strictObject({ Text: data }) }) }),
});

/** Starts SendEmail of SES (v2) on 127.0.0.1. It sends nothing: each mail is a file in the folder. */
export async function startMail(folder: string, nowMs: () => number): Promise<Engine> {
  let count = 0;
  const server = await serveJson('1.1', (_, body) => {
    const mail = sendEmail.safeParse(body);
    if (!mail.success) return { status: 400, body: { message: 'not supported: add it in engines/mail.ts' } };
    const { FromEmailAddress: from, Destination, Content } = mail.data;
    const to = Destination.ToAddresses.join(', ');
    const { Subject, Body } = Content.Simple;
    mkdirSync(folder, { recursive: true });
    const name = `${new Date(nowMs()).toISOString()}-${++count}.txt`.replaceAll(':', '-');
    writeFileSync(join(folder, name), `From: ${from}\nTo: ${to}\nSubject: ${Subject.Data}\n\n${Body.Text.Data}`);
    return { status: 200, body: { MessageId: name } };
  });
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: server.stop };
}
