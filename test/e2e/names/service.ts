import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { listening } from '../../support/network/listening.ts';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface Answer {
  status: number;
  /** Names as they were sent. */
  headers: string[];
  /** By lower-case name. */
  values: Record<string, string[]>;
  text: string;
  json: Record<string, unknown>;
}

export interface Sent {
  key?: string;
  body?: unknown;
  headers?: OutgoingHttpHeaders;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * `npm start` in a folder of its own, which trusts the certificate of `receiver`; all that is asked of it is in its
 * files.
 */
export async function startService(receiver: Receiver) {
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-names-'));
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, receiver.certificate);
  const port = await freePort();
  const environment = { PAYMENT_SERVICE_DIR: folder, PORT: String(port), NODE_EXTRA_CA_CERTS: authority };
  const child = begin('bin/local.ts', ['--fresh', '--verbose'], environment);
  await ready(child);
  const file = (name: string) => JSON.parse(readFileSync(join(folder, '.local', name), 'utf8'));
  let addresses = 0;
  return {
    folder,
    port,
    file,
    /** `npm run NAME` on this service. */
    run: (name: string, ...args: string[]) => ended(begin(`bin/${name}.ts`, args, { PAYMENT_SERVICE_DIR: folder })),
    /** Runs these lines of JavaScript in a process of their own. */
    evaluate: (code: string, ...args: string[]) => {
      const script = join(folder, 'lines.mjs');
      writeFileSync(script, code);
      return ended(begin(script, args, {}));
    },
    /** Each call from an address of its own, unless one is given: the service limits them. */
    call: (method: string, path: string, sent: Sent = {}, address = `127.2.${++addresses >> 8}.${addresses & 255}`) =>
      call(port, method, path, sent, address),
    stop: async (): Promise<Ended> => {
      child.kill('SIGINT');
      const last = await ended(child);
      rmSync(folder, { recursive: true, force: true });
      return last;
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.includes('Ctrl-C')) resolve();
      });
    child.once('close', () => reject(new Error(`the service ended:\n${printed}`)));
  });
}

function begin(script: string, args: string[], environment: Record<string, string>): ChildProcess {
  const compiled = join(ROOT, '.cache', 'compiled');
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled, NODE_EXTRA_CA_CERTS: undefined, ...environment };
  return spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ChildProcess): Promise<Ended> {
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([child.stdout, child.stderr].map((each) => (each ? text(each) : '')));
  return { status: await status, stdout: stdout ?? '', stderr: stderr ?? '' };
}

function call(port: number, method: string, path: string, { key, body, headers }: Sent, address: string) {
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const isLinux = process.platform === 'linux';
  const options = {
    ...{ host: '127.0.0.1', port, method, path, agent: false as const },
    // Only Linux has all of 127.0.0.0/8.
    ...(isLinux && { localAddress: address }),
    headers: {
      ...(!isLinux && { 'x-local-source-address': address }),
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(content !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(content),
      }),
      ...headers,
    },
  };
  return new Promise<Answer>((resolve, reject) => {
    const request = httpRequest(options, async (response) => {
      const answered = await text(response);
      const names = response.rawHeaders.filter((_, index) => index % 2 === 0);
      resolve({
        status: response.statusCode ?? 0,
        headers: names,
        values: response.headersDistinct as Record<string, string[]>,
        text: answered,
        json: parsed(answered),
      });
    });
    request.once('error', reject).end(content);
  });
}

function parsed(content: string): Record<string, unknown> {
  try {
    return JSON.parse(content);
  } catch {
    return {};
  }
}

export interface Hooked {
  path: string;
  headers: [name: string, value: string][];
  body: string;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A merchant's server: answers the status that the path names, and records all requests. */
export async function startReceiver() {
  const attributes = [{ name: 'commonName', value: 'localhost' }];
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] }];
  const { cert, private: key } = await generate(attributes, { extensions });
  const requests: Hooked[] = [];
  const server = createHttps({ cert, key }, async (request, response) => {
    const body = String(await buffer(request));
    const { rawHeaders: raw } = request;
    const headers = raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
    requests.push({ path: request.url ?? '', headers, body });
    response.writeHead(Number(request.url?.slice(1))).end('answered');
  });
  const { origin, stop } = await listening(server);
  return { url: (status: number) => `${origin}/${status}`, requests, certificate: cert, stop };
}
