import type { WebhookSecrets } from '../signature.ts';

/** Where a merchant's webhooks are sent, as configured now. */
export interface WebhookEndpoint {
  url: string;
  /** The toggle of the dashboard (§6). */
  enabled: boolean;
  secrets: WebhookSecrets;
  /** Epoch milliseconds: until then first attempts use the retry queue, because an attempt was not answered soon. */
  slowUntilMs?: number;
}

/** The merchants' side of a delivery, read at each attempt. */
export interface WebhookEndpoints {
  /** Eventually consistent; undefined where the merchant has saved no URL. Throws where there is no such merchant. */
  read(merchantId: string): Promise<WebhookEndpoint | undefined>;
  /** Sets `slowUntilMs`. */
  markSlow(merchantId: string, untilMs: number): Promise<void>;
}

export interface EndpointState {
  /** The merchant has a URL. */
  hasEndpoint: boolean;
  /** The toggle of the dashboard (§6). */
  isEnabled: boolean;
}
