import { CALLBACK_QUERY } from '../../functions/banking/ifthenpay/callback-url.ts';

/** A callback's values by the placeholders of the registered URL; both names of the status have the same value. */
export interface CallbackValues {
  ANTI_PHISHING_KEY: string;
  ORDER_ID: string;
  AMOUNT: string;
  REQUEST_ID: string;
  PAYMENT_DATETIME: string;
  STATUS: 'PAGO' | 'DEVOLVIDO';
}

/** The template with its placeholders replaced. It is not shared with the simulator, so that both can be compared. */
export function filledTemplate(template: string, values: Record<string, string>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`[${name}]`, encodeURIComponent(value)),
    template,
  );
}

/** The query of a callback to the URL that the service registers: what the URL does not carry is not sent. */
export function callbackParameters(values: CallbackValues): Record<string, string> {
  const filled = filledTemplate(CALLBACK_QUERY, { ...values, ESTADO: values.STATUS });
  return Object.fromEntries(new URLSearchParams(filled));
}
