// A checkout that takes MB WAY and Multibanco. Start: `node docs/examples/shop/shop.mjs`. Settings: `--help`.
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { openCheckout } from './checkout.mjs';
import { openOrders, PRODUCTS } from './orders.mjs';
import { paymentApi } from './payments.mjs';
import { settings, USAGE } from './settings.mjs';
import { takeWebhook } from './webhooks.mjs';

const MAX_BODY_BYTES = 16 * 1024;
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/shop.js': ['shop.js', 'text/javascript; charset=utf-8'],
  '/shop.css': ['shop.css', 'text/css; charset=utf-8'],
};
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

if (process.argv.includes('--help')) {
  console.log(USAGE);
  process.exit();
}
const { port, webhookPort, databaseFile, certificate, baseUrl, apiKey, webhookSecret, hint } = settings();
const orders = openOrders(databaseFile);
const checkout = openCheckout(orders, paymentApi(baseUrl, apiKey));

/** Answers the visitor. Throws only for a fault of ours. */
async function answerVisitor(request) {
  const { method, url = '/' } = request;
  const file = method === 'GET' && FILES[url];
  if (file) {
    const path = fileURLToPath(new URL(`page/${file[0]}`, import.meta.url));
    return { status: 200, type: file[1], body: readFileSync(path) };
  }
  if (method === 'GET' && url === '/products') return json(200, PRODUCTS);
  if (method === 'POST' && url === '/orders') {
    const { order, error } = await checkout.place(parsed(await bodyOf(request)));
    return order ? json(201, order) : json(400, { error });
  }
  const [, orderId] = /^\/orders\/([\w-]+)$/.exec(url) ?? [];
  const order = method === 'GET' && orderId && checkout.show(orderId);
  return order ? json(200, order) : json(404, { error: 'There is no such page or order.' });
}

/** The service's webhooks: verified and stored before the answer. */
async function answerWebhook(request) {
  if (request.method !== 'POST' || request.url !== '/webhook') return json(404, { error: 'not found' });
  const { status, error } = takeWebhook(orders, webhookSecret, {
    rawBody: await bodyOf(request),
    signature: request.headers['x-service-signature'],
  });
  return json(status, error ? { error } : {});
}

function serve(answer) {
  return async (request, response) => {
    const { status, type, body } = await answer(request).catch((fault) => {
      console.error(`request failed: ${fault.message}`);
      return json(500, { error: 'Something went wrong on our side. Please try again.' });
    });
    response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(body);
  };
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks) : Buffer.alloc(0);
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function json(status, value) {
  return { status, type: 'application/json', body: JSON.stringify(value) };
}

createServer(certificate, serve(answerWebhook)).listen(webhookPort, '127.0.0.1', () => {
  createPlainServer(serve(answerVisitor)).listen(port, '127.0.0.1', () => {
    console.log(
      `The shop is at http://localhost:${port}/ and takes webhooks at https://localhost:${webhookPort}/webhook`,
    );
    if (hint) console.log(hint);
    checkout.resume();
  });
});
