import type { PaymentRoute } from '../../functions/payments/routes.ts';
import { SUPPORT } from '../bundling/support.ts';
import { table } from './markdown.ts';

/** The languages of the merchants' documents. */
export type DocumentLanguage = 'en' | 'pt';

/** What a merchant does about the errors of one row of `docs/merchants/errors.md`. */
interface Action {
  en: string;
  pt: string;
}

/** In the order of the rows. Every error text names its action in `errors.ts`. */
const ACTIONS = {
  request: {
    en: 'Correct your code. Do not retry: the same request gets the same answer.',
    pt: 'Corrija o seu código. Não repita: o mesmo pedido tem a mesma resposta.',
  },
  fields: {
    en: 'Correct the named fields and call again. One text can name several, separated by `; `. Show the customer only a problem with `phoneNumber`, or an amount below the minimum.',
    pt: 'Corrija os campos indicados e repita a chamada. Um texto pode indicar vários, separados por `; `. Mostre ao cliente apenas um problema com `phoneNumber` ou um valor abaixo do mínimo.',
  },
  keyReused: {
    en: 'Send the body of the first request, or a new key if the order has changed.',
    pt: 'Envie o corpo do primeiro pedido, ou uma chave nova se a encomenda mudou.',
  },
  keyOld: {
    en: 'A key answers its transaction for 24 hours. Check that the order is not paid already, then send a new key.',
    pt: 'Uma chave responde com a sua transação durante 24 horas. Confirme que a encomenda ainda não está paga e envie uma chave nova.',
  },
  alreadyPaid: {
    en: 'Do not charge the customer again. Read the status and fulfil the order.',
    pt: 'Não volte a cobrar ao cliente. Leia o estado e entregue a encomenda.',
  },
  newTransaction: {
    en: 'Create a new transaction with the same order id and a new `Idempotency-Key`.',
    pt: 'Crie uma transação nova com o mesmo ID de encomenda e uma `Idempotency-Key` nova.',
  },
  waitForOutcome: {
    en: 'Wait for the webhook, or read the status every minute. Before you charge again, consider that this payment may still be confirmed.',
    pt: 'Espere pelo webhook ou leia o estado de minuto a minuto. Antes de cobrar de novo, lembre-se de que este pagamento ainda pode ser confirmado.',
  },
  stillPayable: {
    en: 'The customer can still pay with the first phone or reference. Wait for its outcome. A new transaction offers another way, but the customer could then pay both.',
    pt: 'O cliente ainda pode pagar com o primeiro telemóvel ou referência. Espere pelo resultado. Uma transação nova oferece outra forma, mas o cliente poderia então pagar ambas.',
  },
  otherPhone: {
    en: 'Ask the customer for another number, or offer Multibanco. The transaction stays usable for up to ten refused starts.',
    pt: 'Peça outro número ao cliente ou ofereça Multibanco. A transação continua utilizável até dez tentativas recusadas.',
  },
  otherMethod: {
    en: 'Offer the other method: its limits may differ. If it refuses too, the amount is outside the limits of your account. The transaction stays usable for up to ten refused starts.',
    pt: 'Ofereça o outro método: os limites podem ser diferentes. Se também recusar, o valor está fora dos limites da sua conta. A transação continua utilizável até dez tentativas recusadas.',
  },
  key: {
    en: 'Do not retry. Check the header and the key: it may be that of another environment, or a rotated key that has ended. The dashboard shows the current one.',
    pt: 'Não repita. Verifique o cabeçalho e a chave: pode ser de outro ambiente, ou uma chave renovada que já terminou. O painel mostra a atual.',
  },
  inactive: {
    en: `Stop calling and [contact us](mailto:${SUPPORT}). Payments already started are completed, and their webhooks are still sent.`,
    pt: `Pare as chamadas e [contacte-nos](mailto:${SUPPORT}). Os pagamentos em curso são concluídos e os seus webhooks continuam a ser enviados.`,
  },
  path: {
    en: 'Correct the method and path. The base URL ends in `/api/v1`.',
    pt: 'Corrija o método e o caminho. O URL base termina em `/api/v1`.',
  },
  unknownTransaction: {
    en: 'Check the id. It must come from the same account and the same environment as the API key.',
    pt: 'Verifique o ID. Tem de vir da mesma conta e do mesmo ambiente que a chave da API.',
  },
  wait: {
    en: 'Wait for the seconds in `Retry-After`, then repeat the call. Poll less: webhooks do not count.',
    pt: 'Espere os segundos de `Retry-After` e repita a chamada. Consulte menos: os webhooks não contam.',
  },
  retry: {
    en: `Repeat the same call with growing pauses: 1, 2, 4 … seconds. Send \`POST /payments/init\` with the same \`Idempotency-Key\`. If it persists, [send us](mailto:${SUPPORT}) the \`X-Request-Id\`.`,
    pt: `Repita a mesma chamada com pausas crescentes: 1, 2, 4 … segundos. Envie \`POST /payments/init\` com a mesma \`Idempotency-Key\`. Se persistir, [envie-nos](mailto:${SUPPORT}) o \`X-Request-Id\`.`,
  },
  notStarted: {
    en: 'No payment was started. Repeat the same call with growing pauses, up to a minute, or offer the other method.',
    pt: 'Nenhum pagamento foi iniciado. Repita a mesma chamada com pausas crescentes, até um minuto, ou ofereça o outro método.',
  },
  mayHaveStarted: {
    en: 'Read the status or repeat the same call: the push is not sent twice. For MB WAY, tell the customer to look at the phone. Do not offer the other method yet.',
    pt: 'Leia o estado ou repita a mesma chamada: o pedido MB WAY não é enviado duas vezes. Com MB WAY, peça ao cliente que veja o telemóvel. Não ofereça ainda o outro método.',
  },
} as const satisfies Record<string, Action>;

export type ErrorAction = keyof typeof ACTIONS;
/** The routes that answer a text; absent for every route. */
export type Routes = readonly PaymentRoute[];
export type ErrorText = [status: number, text: string, action: ErrorAction, routes?: Routes | undefined];

const HEADS = {
  en: ['Status', '`error`', 'What to do'],
  pt: ['Estado', '`error`', 'O que fazer'],
} as const;
const OF_FIELDS = { en: 'a field and its rule:', pt: 'um campo e a sua regra:' } as const;

/** The table of `errors.md`: a row for each action with all its texts. Throws for an action without a text. */
export function errorActionsPart(texts: readonly ErrorText[], language: DocumentLanguage): string {
  const rows = Object.entries(ACTIONS).map(([action, advice]) => {
    const own = texts.filter(([, , of]) => of === action);
    const [first] = own;
    if (!first || own.some(([status]) => status !== first[0])) {
      throw new Error(`error actions: "${action}" must have texts of one status`);
    }
    const sentences = own.map(([, text]) => text);
    return [
      String(first[0]),
      action === 'fields' ? fieldNames(sentences, language) : sentences.map((text) => `\`${text}\``).join('<br>'),
      advice[language],
    ];
  });
  return table(HEADS[language], rows);
}

/** The fields alone: their rules would be half of the page, and `docs/api.md` lists them. */
function fieldNames(texts: readonly string[], language: DocumentLanguage): string {
  const names = [...new Set(texts.map((text) => text.split(' ')[0]))];
  return `${OF_FIELDS[language]} ${names.map((name) => `\`${name} …\``).join(', ')}`;
}
