import { randomText } from '../../runtime/ids.ts';

const FORM = /^([0-9a-hjkmnp-tv-z]{24})-[0-9a-hjkmnp-tv-z]{5}$/;

/**
 * The merchant transaction id of one checkout: our id without its prefix and five random characters, 30 in all (SIBS
 * takes 32). SIBS wants it unique, so each checkout of a transaction has its own.
 */
export function checkoutId(transactionId: string): string {
  return `${transactionId.replace(/^tx_/, '')}-${randomText(5)}`;
}

/** Our transaction id out of a merchant transaction id; null when it was not made by `checkoutId`. */
export function transactionIdOf(merchantTransactionId: string | null | undefined): string | null {
  const match = FORM.exec(merchantTransactionId ?? '');
  return match ? `tx_${match[1]}` : null;
}
