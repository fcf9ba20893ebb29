import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const USAGE = `A shop with a checkout by MB WAY and Multibanco.

  npm run shop                beside \`npm start\` in this checkout, whose values fill what is not set
  node shop.mjs               elsewhere, with all of these set:

  BASE_URL         base URL of the payment API, ending in /api/v1
  API_KEY          your API key
  WEBHOOK_SECRET   your webhook secret; two, with a comma between them, while it is rotated
  TLS_CERT         certificate file (PEM) of the webhook endpoint
  TLS_KEY          its key file (PEM)

Optional:

  SHOP_PORT        of the shop's page (default 3080)
  WEBHOOK_PORT     of the webhook endpoint, over HTTPS (default 4480)
  DATABASE         file of the orders (default shop.db; beside \`npm start\` in .local: delete it after --fresh)
`;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LOCAL = join(process.env.PAYMENT_SERVICE_DIR || ROOT, '.local', '/');
const NEEDED = ['BASE_URL', 'API_KEY', 'WEBHOOK_SECRET', 'TLS_CERT', 'TLS_KEY'];

/** The settings of the environment. The service of this checkout fills those needed that are not set. */
export function settings(env = process.env) {
  const here = localService();
  // To another service nothing of this one fits.
  const isLocal = here.BASE_URL !== undefined && (env.BASE_URL || here.BASE_URL) === here.BASE_URL;
  const local = isLocal ? here : {};
  const found = Object.fromEntries(NEEDED.map((name) => [name, env[name] || local[name]]));
  // An empty secret would verify what anybody signs.
  const missing = NEEDED.filter((name) => !found[name]);
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}. Run \`npm start\` first, or see --help.`);
  const webhookPort = Number(env.WEBHOOK_PORT ?? 4480);
  return {
    ...{ baseUrl: found.BASE_URL, apiKey: found.API_KEY },
    webhookSecrets: found.WEBHOOK_SECRET.split(/[\s,]+/).filter(Boolean),
    certificate: { cert: readFileSync(found.TLS_CERT), key: readFileSync(found.TLS_KEY) },
    port: Number(env.SHOP_PORT ?? 3080),
    webhookPort,
    databaseFile: env.DATABASE ?? (isLocal ? `${LOCAL}shop.db` : 'shop.db'),
    hint:
      isLocal &&
      `Send it the webhooks:\n\n  npm run merchant -- set-webhook ${local.merchantId} --url https://localhost:${webhookPort}/webhook --on\n`,
  };
}

/** Those of `npm start`; none if it never ran here. */
function localService() {
  if (!existsSync(`${LOCAL}service.json`)) return {};
  const { baseUrl, apiKey, webhookSecret, merchantId } = JSON.parse(readFileSync(`${LOCAL}service.json`, 'utf8'));
  return {
    ...{ BASE_URL: baseUrl, API_KEY: apiKey, WEBHOOK_SECRET: webhookSecret, merchantId },
    ...{ TLS_CERT: `${LOCAL}certificates/receiver.pem`, TLS_KEY: `${LOCAL}certificates/receiver.key.pem` },
  };
}
