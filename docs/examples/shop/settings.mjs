import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const USAGE = `A shop with a checkout by MB WAY and Multibanco.

  node docs/examples/shop/shop.mjs

While \`npm start\` runs in this checkout, nothing has to be set. Otherwise set all of the first five:

  BASE_URL         base URL of the payment API, ending in /api/v1
  API_KEY          your API key
  WEBHOOK_SECRET   your webhook secret
  TLS_CERT         certificate file (PEM) of the webhook endpoint
  TLS_KEY          its key file (PEM)
  PORT             of the shop's page (default 3080)
  WEBHOOK_PORT     of the webhook endpoint, over HTTPS (default 4480)
  DATABASE         file of the orders (default shop.db, in .local or the current folder)
`;

const LOCAL = fileURLToPath(new URL('../../../.local/', import.meta.url));

/** Reads the environment, and what it omits from the service that runs in this checkout. Ends with a clear message. */
export function settings(env = process.env) {
  const local = existsSync(`${LOCAL}service.json`) ? JSON.parse(readFileSync(`${LOCAL}service.json`, 'utf8')) : {};
  const certificates = `${LOCAL}certificates/`;
  const webhookPort = Number(env.WEBHOOK_PORT ?? 4480);
  const files = {
    cert: env.TLS_CERT ?? `${certificates}receiver.pem`,
    key: env.TLS_KEY ?? `${certificates}receiver.key.pem`,
  };
  const needed = {
    BASE_URL: env.BASE_URL ?? local.baseUrl,
    API_KEY: env.API_KEY ?? local.apiKey,
    // An empty secret would verify what anybody signs.
    WEBHOOK_SECRET: env.WEBHOOK_SECRET ?? local.webhookSecret,
    TLS_CERT: existsSync(files.cert),
    TLS_KEY: existsSync(files.key),
  };
  const missing = Object.keys(needed).filter((name) => !needed[name]);
  if (missing.length > 0) {
    console.error(`Missing: ${missing.join(', ')}. Run \`npm start\` in this checkout first, or see --help.`);
    process.exit(1);
  }
  const url = `https://localhost:${webhookPort}/webhook`;
  return {
    port: Number(env.PORT ?? 3080),
    webhookPort,
    databaseFile: env.DATABASE ?? (local.baseUrl ? `${LOCAL}shop.db` : 'shop.db'),
    certificate: { cert: readFileSync(files.cert), key: readFileSync(files.key) },
    baseUrl: needed.BASE_URL,
    apiKey: needed.API_KEY,
    webhookSecret: needed.WEBHOOK_SECRET,
    hint:
      local.merchantId && `Send it the webhooks: npm run merchant -- set-webhook ${local.merchantId} --url ${url} --on`,
  };
}
