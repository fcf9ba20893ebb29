// A checkout that takes MB WAY and Multibanco. Start: `npm run shop`. Settings: `--help`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { openCheckout } from './checkout.mjs';
import { openOrders, PRODUCTS } from './orders.mjs';
import { paymentApi } from './payments.mjs';
import { settings, USAGE } from './settings.mjs';

const MAX_BODY_BYTES = 16 * 1024;
const FILES = {
  '/': ['index.html', 'text/html'],
  '/shop.js': ['shop.js', 'text/javascript'],
  '/shop.css': ['shop.css', 'text/css'],
};
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function main() {
  if (process.argv.includes('--help')) return console.log(USAGE);
  // The database has phone numbers until a push is sent: nobody else may read it.
  process.umask(0o077);
  const { port, webhookPort, databaseFile, certificate, baseUrl, apiKey, webhookSecrets, hint } = settings();
  await refuseBlockedPorts(port, new URL(baseUrl).port);
  const orders = openOrders(databaseFile);
  const checkout = openCheckout(orders, paymentApi(baseUrl, apiKey));

  async function answerVisitor(request) {
    const [pathname] = request.url.split('?');
    if (request.method === 'GET' && FILES[pathname]) {
      const [name, type] = FILES[pathname];
      return { type: `${type}; charset=utf-8`, body: readFileSync(new URL(`page/${name}`, import.meta.url)) };
    }
    if (request.method === 'GET' && pathname === '/products') return json(PRODUCTS);
    const [, id] = /^\/orders\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(pathname) ?? [];
    if (id && request.method === 'GET') return json(checkout.show(id) ?? null);
    // PUT, with an id that the page chose: a repeated click is the same order.
    if (!id || request.method !== 'PUT') throw new Refused(404, 'There is no such page or order.');
    const { order, error } = checkout.place(id, parsed(await bodyOf(request)));
    if (error) throw new Refused(400, error);
    return json(order);
  }

  /** Verifies the raw bytes, then stores what they report. A 2xx ends the attempts, so it is answered only when stored. */
  async function answerWebhook(request) {
    if (request.method !== 'POST' || request.url !== '/webhook') throw new Refused(404, 'not found');
    const rawBody = await bodyOf(request);
    if (!isGenuine(rawBody, request.headers['x-service-signature'], webhookSecrets)) {
      throw new Refused(401, 'signature does not match');
    }
    if (!checkout.take(parsed(rawBody))) throw new Refused(400, 'not an event');
    return json({});
  }

  orders.makeAllDue();
  listen(createServer(certificate, serve(answerWebhook)), webhookPort);
  listen(createPlainServer(serve(answerVisitor)), port, () => {
    console.log(`The shop is at http://localhost:${port}/`);
    if (hint) console.log(hint);
    checkout.run();
  });
}

/** In constant time. There are two secrets while the secret is rotated. */
function isGenuine(rawBody, signature = '', secrets) {
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function serve(answer) {
  return async (request, response) => {
    const {
      status = 200,
      type,
      body,
    } = await answer(request).catch((fault) => {
      if (fault instanceof Refused) return { status: fault.status, ...json({ error: fault.message }) };
      console.error(`request failed: ${fault.message}`);
      return { status: 500, ...json({ error: 'Something went wrong on our side. Please try again.' }) };
    });
    response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(body);
  };
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Refused(413, 'The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const json = (value) => ({ type: 'application/json', body: JSON.stringify(value) });

function listen(server, port, then) {
  server.once('error', (fault) => exit(`Port ${port}: ${fault.code}. Set SHOP_PORT or WEBHOOK_PORT; see --help.`));
  server.listen(port, '127.0.0.1', then);
}

function exit(message) {
  console.error(message);
  process.exit(1);
}

/** Ports that fetch and browsers refuse, whatever listens there, such as 6000 and 10080. */
async function refuseBlockedPorts(...ports) {
  for (const port of ports) {
    const refusal = await fetch(`http://localhost:${port}/`, { method: 'HEAD' }).catch((fault) => fault.cause?.message);
    if (refusal === 'bad port')
      throw new Error(`Port ${port} is refused by fetch and by browsers: choose another one.`);
  }
}

try {
  await main();
} catch (fault) {
  exit(fault.message);
}
