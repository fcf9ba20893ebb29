import { ROTATION_MS } from '../../../../functions/merchants/keys/overlap.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import { words } from '../../i18n/words.ts';

const HOURS = ROTATION_MS / HOUR_MS;

export const webhookWords = words({
  title: ['Webhook', 'Webhook'],
  description: [
    'Where we notify your server about payments, and how it verifies that the webhook is from us.',
    'Onde notificamos o seu servidor sobre os pagamentos, e como ele confirma que o webhook vem de nós.',
  ],
  guide: ['How to receive webhooks', 'Como receber webhooks'],
  examine: ['Examine your receiver', 'Examinar o seu recetor'],
  examineSection: ['#examine-your-receiver', '#examinar-o-seu-recetor'],
  guidePath: ['/docs/merchants/receive-webhooks.html', '/docs/merchants/pt/receive-webhooks.html'],
  url: ['Endpoint', 'Destino'],
  urlLabel: ['Webhook URL', 'URL do webhook'],
  urlHint: [
    'We POST every status change to this URL. https only, any port, a host on the public internet.',
    'Enviamos cada mudança de estado para este URL, por POST. Apenas https, qualquer porta, um servidor na ' +
      'internet pública.',
  ],
  urlGood: ['This URL can be used.', 'Este URL pode ser usado.'],
  urlSaved: ['Webhook URL saved', 'URL do webhook guardado'],
  urlSavedOn: ['Webhooks are now sent to it.', 'Os webhooks passam a ser enviados para lá.'],
  urlSavedOff: [
    'Webhooks are still off. Test the URL, then turn them on.',
    'Os webhooks continuam desligados. Teste o URL e depois ligue-os.',
  ],
  toggle: ['Delivery', 'Entrega'],
  deliveries: ['View deliveries', 'Ver entregas'],
  toggleOn: ['Webhooks are on', 'Os webhooks estão ligados'],
  hourly: ['Resend hourly after a failure', 'Reenviar de hora a hora após uma falha'],
  hourlyWhat: [
    'For 24 hours one undelivered event is resent each hour. When it arrives, the others follow.',
    'Durante 24 horas, é reenviado um evento não entregue por hora. Quando chegar, seguem os outros.',
  ],
  nextProbe: [(when: string) => `Next attempt: ${when}`, (when: string) => `Próxima tentativa: ${when}`],
  toggleOff: ['Webhooks are off', 'Os webhooks estão desligados'],
  toggleHint: [
    'While webhooks are off, events are marked as not sent. They are not sent automatically later.',
    'Enquanto os webhooks estão desligados, os eventos ficam marcados como não enviados. Não são enviados ' +
      'automaticamente mais tarde.',
  ],
  toggleNoUrl: ['Save a URL first.', 'Guarde primeiro um URL.'],
  turnedOffWhat: [
    'Events are marked as not sent until you turn webhooks on again.',
    'Os eventos ficam marcados como não enviados até os voltar a ligar.',
  ],
  skippedTitle: [
    (count: string) => `${count} events were not sent while webhooks were off`,
    (count: string) => `${count} eventos não foram enviados enquanto os webhooks estiveram desligados`,
  ],
  skippedTitleOne: [
    'One event was not sent while webhooks were off',
    'Um evento não foi enviado enquanto os webhooks estiveram desligados',
  ],
  skippedWhat: [
    (euros: string) => `They are about payments of ${euros} in total. Your shop may not know about them.`,
    (euros: string) => `Dizem respeito a pagamentos no total de ${euros}. A sua loja pode não ter conhecimento deles.`,
  ],
  skippedOff: ['You can send them once webhooks are on.', 'Pode enviá-los depois de ligar os webhooks.'],
  sendSkipped: ['Resend skipped events', 'Reenviar eventos não enviados'],
});

export const secretWords = words({
  title: ['Secret', 'Segredo'],
  description: [
    'Your server verifies with it that a webhook is from us. Keep it on your server only.',
    'Com ele, o seu servidor confirma que um webhook vem de nós. Guarde-o apenas no seu servidor.',
  ],
  secret: ['Webhook secret', 'Segredo do webhook'],
  newSecret: ['New secret', 'Segredo novo'],
  oldSecret: ['Old secret', 'Segredo antigo'],
  switchNow: ['Switch now', 'Mudar agora'],
  rotatingTitle: [
    (until: string, relative: string) => `Two secrets until ${until} (${relative})`,
    (until: string, relative: string) => `Dois segredos até ${until} (${relative})`,
  ],
  rotatingContract: [
    'X-Service-Signature is still signed with the old secret, so that nothing breaks.',
    'X-Service-Signature continua a ser assinada com o segredo antigo, para que nada falhe.',
  ],
  rotatingStandard: [
    'webhook-signature carries one signature for each secret. A server that verifies it can change to the new ' +
      'secret at any time.',
    'webhook-signature traz uma assinatura de cada segredo. Um servidor que a verifique pode mudar para o ' +
      'segredo novo a qualquer momento.',
  ],
  rotatingDo: [
    'A server that verifies X-Service-Signature should accept both secrets: then press Switch now, and no webhook is ' +
      'missed. If it can hold only one, install the new one and press Switch now at the same time: attempts in between fail.',
    'Um servidor que verifica X-Service-Signature deve aceitar os dois segredos: prima depois Mudar agora, e nenhum ' +
      'webhook se perde. Se só puder ter um, instale o novo e prima Mudar agora ao mesmo tempo: as tentativas entretanto falham.',
  ],
  rotateTitle: ['Rotate the webhook secret?', 'Renovar o segredo do webhook?'],
  rotateWhat: [
    `A new secret is created beside the old one. For ${HOURS} hours, or until you press Switch now:`,
    `É criado um segredo novo ao lado do antigo. Durante ${HOURS} horas, ou até premir Mudar agora:`,
  ],
  rotateAfter: [
    'After that only the new secret signs, and the old one is deleted.',
    'Depois disso só o segredo novo assina e o antigo é eliminado.',
  ],
  rotateAction: ['Create secret', 'Criar segredo'],
  rotated: ['New webhook secret created', 'Novo segredo do webhook criado'],
  rotatedWhat: [
    (until: string) => `Reveal it and install it on your server. The old one signs until ${until} at the latest.`,
    (until: string) => `Revele-o e instale-o no seu servidor. O antigo assina, no máximo, até ${until}.`,
  ],
  switchTitle: ['Switch to the new secret now?', 'Mudar já para o segredo novo?'],
  switchWhat: [
    'From now on every webhook is signed with the new secret only, in both headers. A server that still verifies ' +
      'with the old one will refuse them. This cannot be undone.',
    'A partir de agora, todos os webhooks são assinados só com o segredo novo, nos dois cabeçalhos. Um servidor ' +
      'que ainda verifique com o antigo vai recusá-los. Não é possível desfazer.',
  ],
  switched: ['Switched to the new secret', 'Mudança para o segredo novo concluída'],
  switchedWhat: [
    'Press Test webhook to check that your server accepts it.',
    'Prima Testar webhook para confirmar que o seu servidor o aceita.',
  ],
});

export const testWords = words({
  title: ['Test', 'Teste'],
  what: [
    `Sends a webhook.test event to the saved URL with the same signature and the same ${MAX_ATTEMPTS} ` +
      'attempts as any event. It is sent even while webhooks are off.',
    'Envia um evento webhook.test para o URL guardado, com a mesma assinatura e as mesmas ' +
      `${MAX_ATTEMPTS} tentativas de qualquer evento. É enviado mesmo com os webhooks desligados.`,
  ],
  button: ['Test webhook', 'Testar webhook'],
  again: ['Test again', 'Testar de novo'],
  sending: ['Sending the event…', 'A enviar o evento…'],
  attempts: ['Attempts', 'Tentativas'],
  attempt: [(number: number) => `Attempt ${number}`, (number: number) => `Tentativa ${number}`],
  answered: [(status: number) => `answered ${status}`, (status: number) => `resposta ${status}`],
  noAnswer: ['no answer', 'sem resposta'],
  started: [
    (when: string) => `Started at ${when} (Lisbon time)`,
    (when: string) => `Começou às ${when} (hora de Lisboa)`,
  ],
  took: [(duration: string) => `took ${duration}`, (duration: string) => `demorou ${duration}`],
  waiting: ['Waiting…', 'A aguardar…'],
  ifNeeded: ['Only if the previous one fails', 'Só se a anterior falhar'],
  notNeeded: ['Not needed', 'Não foi necessária'],
  good: ['Your server answered: the webhook works.', 'O seu servidor respondeu: o webhook funciona.'],
  goodWhat: [
    'It answered with a 2xx status in time. Only your server knows whether it verified the signature: check its log ' +
      'for the event.',
    'Respondeu a tempo com um código 2xx. Só o seu servidor sabe se verificou a assinatura: procure o evento no ' +
      'registo dele.',
  ],
  turnOn: ['Turn on webhooks', 'Ligar os webhooks'],
  bad: ['Your server did not accept the event.', 'O seu servidor não aceitou o evento.'],
  badWhat: [
    'The result of every attempt is below. Fix the problem and test again. Nothing else is sent for this event.',
    'Veja abaixo o resultado de cada tentativa. Corrija o problema e teste de novo. Este evento não é reenviado.',
  ],
  signatureHelp: [
    'Does your server answer 401? Check the signature at the foot of this page.',
    'O seu servidor responde 401? Verifique a assinatura no fundo desta página.',
  ],
  slow: [
    'This takes longer than usual. Test again: a lost event is not repeated.',
    'Está a demorar mais do que o habitual. Teste de novo: um evento perdido não é repetido.',
  ],
  eventId: [(id: string) => `Test event ${id}`, (id: string) => `Evento de teste ${id}`],
});
