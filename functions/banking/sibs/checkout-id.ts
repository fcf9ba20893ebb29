const CHECKOUT_ID = /^([0-9a-hjkmnp-tv-z]{24})-[0-9a-hjkmnp-tv-z]{5}$/;

/** Our transaction id in a merchant transaction id; null unless `checkoutId` made it. */
export function transactionIdOf(merchantTransactionId: string | null | undefined): string | null {
  const match = CHECKOUT_ID.exec(merchantTransactionId ?? '');
  return match ? `tx_${match[1]}` : null;
}
