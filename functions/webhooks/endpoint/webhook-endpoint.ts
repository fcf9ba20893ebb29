import type { WebhookSecrets } from '../signature.ts';

/** Where a merchant wants its webhooks, as it stands now. */
export interface WebhookEndpoint {
  url: string;
  /** The toggle of the dashboard (§6). */
  enabled: boolean;
  secrets: WebhookSecrets;
  /** Until when first attempts go over the retry queue, because an attempt timed out lately; milliseconds since the epoch. */
  slowUntilMs?: number;
}

/** The merchants' side of a delivery, read at each attempt. */
export interface WebhookEndpoints {
  /** Eventually consistent; undefined when the merchant is unknown or has saved no URL. */
  read(merchantId: string): Promise<WebhookEndpoint | undefined>;
  markSlow(merchantId: string, untilMs: number): Promise<void>;
}
