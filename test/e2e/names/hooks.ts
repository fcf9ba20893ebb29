import { createHmac } from 'node:crypto';
import type { Stage } from './stage.ts';

const SIGNED = /^sha256=([0-9a-f]{64})$/;

/** Headers and bodies of all that the merchants' server was sent. */
export function readHooks({ met, receiver }: Stage, secrets: string[]): void {
  for (const { headers, body } of receiver.requests) {
    const { event, data } = JSON.parse(body);
    met.add('webhook', JSON.parse(body));
    met.names(
      'webhook headers',
      headers.map(([name]) => name).filter((name) => !OF_HTTP.includes(name)),
    );
    const sent = Object.fromEntries(headers);
    met.add('webhook header values', {
      'Content-Type': sent['Content-Type'],
      'User-Agent': sent['User-Agent'],
      'X-Service-Event': sent['X-Service-Event'],
      'X-Service-Signature': form(sent['X-Service-Signature'] ?? '', body, secrets),
      'webhook-id': (sent['webhook-id'] ?? '').replace(/_.*/, '_…'),
      'webhook-signature': (sent['webhook-signature'] ?? '').replaceAll(/,[^ ]+/g, ',…'),
    });
    met.add(`webhook ${event}`, { id: String(data.id).replace(/_.*/, '_…'), status: data.status });
  }
}

const OF_HTTP = ['Host', 'host', 'Connection', 'connection', 'Content-Length', 'content-length'];

function form(signature: string, body: string, secrets: string[]): string {
  const [, hex] = SIGNED.exec(signature) ?? [];
  const fits = secrets.some((secret) => createHmac('sha256', secret).update(body).digest('hex') === hex);
  return hex !== undefined && fits ? 'sha256=…' : signature;
}
