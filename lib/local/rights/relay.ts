import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Engine } from '../engines/dynamo.ts';

/** A request to an engine: its headers as one text, and its body. */
export type OnRequest = (head: string, body: string) => void;

/** Relays connections to an engine unchanged, and reports each request that passes. */
export async function startRelay(engine: string, onRequest: OnRequest): Promise<Engine> {
  const enginePort = Number(new URL(engine).port);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: enginePort, host: '127.0.0.1', noDelay: true });
    const read = requestReader(onRequest);
    client.on('data', (chunk: Buffer) => read(chunk));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const HEAD_END = '\r\n\r\n';

/** Reads the bytes of one connection. The SDK gives the length of each body. */
function requestReader(onRequest: OnRequest): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = rest.toString('latin1', 0, headEnd);
      const bodyStart = headEnd + HEAD_END.length;
      const bodyEnd = bodyStart + Number(headerOf(head, 'content-length') ?? 0);
      if (rest.length < bodyEnd) return;
      onRequest(head, rest.toString('utf8', bodyStart, bodyEnd));
      rest = rest.subarray(bodyEnd);
    }
  };
}

/** The value of a header by its name in lower case. */
export function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1];
}
