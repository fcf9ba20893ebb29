// In place of your web server: TLS on one port of this machine, in front of a receiver on another.
// In `.local`, where `npm start` has made the certificate: node ../docs/examples/tls.mjs 4443 4000
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';

const [from, to] = process.argv.slice(2).map(Number);
const certificate = {
  cert: readFileSync('certificates/receiver.pem'),
  key: readFileSync('certificates/receiver.key.pem'),
};
createServer(certificate, (socket) => {
  pipeline(socket, connect(to, '127.0.0.1'), socket, () => {});
}).listen(from, '127.0.0.1');
