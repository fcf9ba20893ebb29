/**
 * The query of the callback URL. ifthenpay replaces the placeholders of the registered URL and adds nothing. It has an
 * English and a Portuguese name for the status; the one that it does not know for a method stays unfilled.
 */
export const CALLBACK_QUERY =
  'key=[ANTI_PHISHING_KEY]&orderId=[ORDER_ID]&amount=[AMOUNT]&requestId=[REQUEST_ID]' +
  '&payment_datetime=[PAYMENT_DATETIME]&status=[STATUS]&estado=[ESTADO]';

/**
 * The URL to be registered for a bank account, the same for MB WAY and Multibanco. `bankUrl` is the address below which
 * banks notify the service, without a slash at its end.
 */
export function callbackUrl(bankUrl: string, account: string): string {
  return `${bankUrl}/${account}/notifications?${CALLBACK_QUERY}`;
}
