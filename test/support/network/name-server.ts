import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Codes of failure (RFC 1035, section 4.1.1). */
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 };

/** The answer to one query. */
export type NameAnswer = string[] | keyof typeof CODES;

/** Sends the answer; a query that is never answered needs no call. */
export type NameQuery = (answer: NameAnswer) => void;

/** A name server on this machine; each query for A or AAAA is given to `onQuery`. */
export async function nameServer(onQuery: (type: 'A' | 'AAAA', reply: NameQuery) => void) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const endOfName = query.indexOf(0, 12);
    const question = query.subarray(12, endOfName + 5);
    const type = query.readUInt16BE(endOfName + 1) === 28 ? 'AAAA' : 'A';
    onQuery(type, (answer) => {
      const addresses = typeof answer === 'string' ? [] : answer;
      const code = typeof answer === 'string' ? CODES[answer] : 0;
      const head = Buffer.from([
        query[0] ?? 0,
        query[1] ?? 0,
        0x81,
        0x80 | code,
        0,
        1,
        0,
        addresses.length,
        0,
        0,
        0,
        0,
      ]);
      socket.send(Buffer.concat([head, question, ...addresses.map((each) => record(each))]), port, address);
    });
  });
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready));
  const { port } = socket.address() as AddressInfo;
  return { server: `127.0.0.1:${port}`, stop: () => new Promise<void>((stopped) => socket.close(() => stopped())) };
}

function record(address: string): Buffer {
  const isV4 = address.includes('.');
  const [before = '', after = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const tail = groups(after);
  const parts = [...groups(before), ...new Array<number>(8).fill(0)].slice(0, 8 - tail.length).concat(tail);
  const data = isV4 ? address.split('.').map(Number) : parts.flatMap((part) => [part >> 8, part & 255]);
  // A pointer to the question's name, the type, class IN, 60 s, the length of the data.
  return Buffer.from([0xc0, 12, 0, isV4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);
}
