import type { WebhookSecrets } from '../signature.ts';

/** Where a merchant's webhooks are sent, as configured now. */
export interface WebhookEndpoint {
  url: string;
  /** The toggle of the dashboard (§6). */
  enabled: boolean;
  secrets: WebhookSecrets;
  /** Epoch milliseconds: until then first attempts use the retry queue, because an attempt timed out lately. */
  slowUntilMs?: number;
}

/** The merchants' side of a delivery, read at each attempt. */
export interface WebhookEndpoints {
  /** Eventually consistent; undefined where the merchant has saved no URL. Throws where there is no such merchant. */
  read(merchantId: string): Promise<WebhookEndpoint | undefined>;
  /** Sets `slowUntilMs`. */
  markSlow(merchantId: string, untilMs: number): Promise<void>;
}

// Longer than a POST may hang: those that hang at the same time cause one write.
const FURTHER_MS = 10_000;

const MAX_STORED = 1_000;

/**
 * `endpoints`, with a mark written only when it ends at least 10 s later than the one that this process wrote last.
 * Otherwise each of the hundreds of POSTs to an endpoint that hangs would write the same item: one write unit more than
 * the two of its attempt's record.
 */
export function rememberedMarks(endpoints: WebhookEndpoints): WebhookEndpoints {
  const reached = new Map<string, number>();
  return {
    ...endpoints,
    async markSlow(merchantId, untilMs) {
      const before = reached.get(merchantId);
      if (before !== undefined && untilMs < before + FURTHER_MS) return;
      if (reached.size >= MAX_STORED) reached.clear();
      reached.set(merchantId, untilMs);
      try {
        await endpoints.markSlow(merchantId, untilMs);
      } catch (error) {
        reached.delete(merchantId);
        throw error;
      }
    },
  };
}
