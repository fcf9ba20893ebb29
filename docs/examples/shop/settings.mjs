import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const USAGE = `A shop with a checkout by MB WAY and Multibanco.

  npm run shop                beside \`npm start\` in this checkout, nothing has to be set
  node shop.mjs               elsewhere, with all of these set:

  BASE_URL         base URL of the payment API, ending in /api/v1
  API_KEY          your API key
  WEBHOOK_SECRET   your webhook secret
  TLS_CERT         certificate file (PEM) of the webhook endpoint
  TLS_KEY          its key file (PEM)

Optional:

  SHOP_PORT        of the shop's page (default 3080)
  WEBHOOK_PORT     of the webhook endpoint, over HTTPS (default 4480)
  DATABASE         file of the orders (default shop.db; beside \`npm start\` in .local, which --fresh deletes)
`;

const LOCAL = fileURLToPath(new URL('../../../.local/', import.meta.url));
const NEEDED = ['BASE_URL', 'API_KEY', 'WEBHOOK_SECRET', 'TLS_CERT', 'TLS_KEY'];

/** The settings of the environment; without any of those needed, those of the service that runs in this checkout. */
export function settings(env = process.env) {
  const isLocal = !NEEDED.some((name) => env[name]) && existsSync(`${LOCAL}service.json`);
  const local = isLocal ? JSON.parse(readFileSync(`${LOCAL}service.json`, 'utf8')) : {};
  const found = isLocal
    ? {
        ...{ BASE_URL: local.baseUrl, API_KEY: local.apiKey, WEBHOOK_SECRET: local.webhookSecret },
        ...{ TLS_CERT: `${LOCAL}certificates/receiver.pem`, TLS_KEY: `${LOCAL}certificates/receiver.key.pem` },
      }
    : env;
  // An empty secret would verify what anybody signs.
  const missing = NEEDED.filter((name) => !found[name]);
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}. Run \`npm start\` first, or see --help.`);
  const webhookPort = Number(env.WEBHOOK_PORT ?? 4480);
  return {
    ...{ baseUrl: found.BASE_URL, apiKey: found.API_KEY, webhookSecret: found.WEBHOOK_SECRET },
    certificate: { cert: readFileSync(found.TLS_CERT), key: readFileSync(found.TLS_KEY) },
    port: Number(env.SHOP_PORT ?? 3080),
    webhookPort,
    databaseFile: env.DATABASE ?? (isLocal ? `${LOCAL}shop.db` : 'shop.db'),
    hint:
      isLocal &&
      `Send it the webhooks:\n\n  npm run merchant -- set-webhook ${local.merchantId} --url https://localhost:${webhookPort}/webhook --on\n`,
  };
}
