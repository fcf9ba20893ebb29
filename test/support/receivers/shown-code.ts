import { readFileSync } from 'node:fs';
import { receiver } from '../../../dashboard/src/i18n/en/webhook.ts';
import { RECEIVERS } from '../../../dashboard/src/settings/webhook/receivers.ts';
import { aspNet, express, flask, java, node, php, python, type Toolchain } from './toolchains.ts';

/** Receiver code shown to merchants, and the toolchain to run it. */
export interface ShownCode {
  where: string;
  code: string;
  toolchain: Toolchain;
  /** Whether it is a complete receiver, including the secret, or needs a server of the tests around it. */
  isComplete: boolean;
}

const ON_THE_PAGE: Record<string, Toolchain> = { node: express, python: flask, php, csharp: aspNet, java };

const onThePage = RECEIVERS.map(({ id, name, code }): ShownCode => {
  const toolchain = ON_THE_PAGE[id];
  if (!toolchain) throw new Error(`No toolchain for ${name}: add one in this file.`);
  const comments = { hint: 'whsec_…abcd', afterwards: receiver.afterwards };
  return { where: `${name} on the dashboard`, code: code(comments), toolchain, isComplete: true };
});

/** Servers around the code in `docs/api.md`, which only checks a signature. */
const AROUND: Record<string, { name: string; toolchain: Toolchain; wrap(code: string): string }> = {
  js: { name: 'Node', toolchain: node, wrap: (code) => `${code}\n${NODE_SERVER}` },
  php: { name: 'PHP', toolchain: php, wrap: (code) => `<?php\n$secret = getenv('WEBHOOK_SECRET');\n${code}` },
  python: { name: 'Python', toolchain: python, wrap: (code) => `${code}\n${PYTHON_SERVER}` },
};

const NODE_SERVER = `
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

createServer(async (request, response) => {
  const header = request.headers['x-service-signature'];
  const genuine = isGenuine(await buffer(request), header, process.env.WEBHOOK_SECRET);
  response.writeHead(genuine ? 200 : 401).end(genuine ? '' : 'signature does not match');
}).listen(process.env.PORT, '127.0.0.1');
`;

const PYTHON_SERVER = `
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_genuine(raw_body, self.headers["X-Service-Signature"], os.environ["WEBHOOK_SECRET"])
        self.send_response(200 if genuine else 401)
        self.end_headers()
        self.wfile.write(b"" if genuine else b"signature does not match")


HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
`;

const inDocs = [...readFileSync('docs/api.md', 'utf8').matchAll(/```(js|php|python)\n(.*?)```/gs)].flatMap(
  ([, language = '', code = '']): ShownCode[] => {
    const around = AROUND[language];
    if (!around || !code.includes('sha256')) return [];
    const { name, toolchain, wrap } = around;
    return [{ where: `${name} in docs/api.md`, code: wrap(code), toolchain, isComplete: false }];
  },
);

export const SHOWN: readonly ShownCode[] = [...onThePage, ...inDocs];
