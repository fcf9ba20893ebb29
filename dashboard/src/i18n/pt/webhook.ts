import { ROTATION_MS } from '../../../../functions/merchants/keys/overlap.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';
import type * as en from '../en/webhook.ts';

const HOURS = ROTATION_MS / HOUR_MS;

export const webhook: typeof en.webhook = {
  title: 'Webhook',
  description: 'Onde notificamos o seu servidor sobre os pagamentos, e como ele confirma que o webhook vem de nós.',
  guide: 'Como receber webhooks',
  guidePath: '/docs/merchants/pt/receive-webhooks.html',
  url: 'Destino',
  urlLabel: 'URL do webhook',
  urlHint:
    'Enviamos cada mudança de estado para este URL, por POST. Apenas https, qualquer porta, um servidor na ' +
    'internet pública.',
  urlGood: 'Este URL pode ser usado.',
  urlSaved: 'URL do webhook guardado',
  urlSavedOn: 'Os webhooks passam a ser enviados para lá.',
  urlSavedOff: 'Os webhooks continuam desligados. Teste o URL e depois ligue-os.',
  undo: 'Desfazer',
  toggle: 'Entrega',
  deliveries: 'Ver entregas',
  toggleOn: 'Os webhooks estão ligados',
  toggleOff: 'Os webhooks estão desligados',
  toggleHint:
    'Enquanto os webhooks estão desligados, os eventos ficam marcados como não enviados. Não são enviados ' +
    'automaticamente mais tarde.',
  toggleNoUrl: 'Guarde primeiro um URL.',
  turnedOn: 'Webhooks ligados',
  turnedOff: 'Webhooks desligados',
  turnedOffWhat: 'Os eventos ficam marcados como não enviados até os voltar a ligar.',
  skippedTitle: (count: string) => `${count} eventos não foram enviados enquanto os webhooks estiveram desligados`,
  skippedTitleOne: 'Um evento não foi enviado enquanto os webhooks estiveram desligados',
  skippedWhat: (euros) =>
    `Dizem respeito a pagamentos no total de ${euros}. A sua loja pode não ter conhecimento deles.`,
  skippedOff: 'Pode enviá-los depois de ligar os webhooks.',
  sendSkipped: 'Reenviar eventos não enviados',
};

export const webhookSecret: typeof en.webhookSecret = {
  title: 'Segredo',
  description: 'Com ele, o seu servidor confirma que um webhook vem de nós. Guarde-o apenas no seu servidor.',
  secret: 'Segredo do webhook',
  newSecret: 'Segredo novo',
  oldSecret: 'Segredo antigo',
  reveal: 'Revelar',
  rotate: 'Renovar',
  switchNow: 'Mudar agora',
  rotatingTitle: (until: string, relative: string) => `Dois segredos até ${until} (${relative})`,
  rotatingContract: 'X-Service-Signature continua a ser assinada com o segredo antigo, para que nada falhe.',
  rotatingStandard:
    'webhook-signature traz uma assinatura de cada segredo. Um servidor que a verifique pode mudar para o ' +
    'segredo novo a qualquer momento.',
  rotatingDo:
    'Um servidor que verifica X-Service-Signature deve aceitar os dois segredos: prima depois Mudar agora, e nenhum ' +
    'webhook se perde. Se só puder ter um, instale o novo e prima Mudar agora ao mesmo tempo: as tentativas entretanto falham.',
  rotateTitle: 'Renovar o segredo do webhook?',
  rotateWhat: `É criado um segredo novo ao lado do antigo. Durante ${HOURS} horas, ou até premir Mudar agora:`,
  rotateAfter: 'Depois disso só o segredo novo assina e o antigo é eliminado.',
  rotateAction: 'Criar segredo',
  rotated: 'Novo segredo do webhook criado',
  rotatedWhat: (until) => `Revele-o e instale-o no seu servidor. O antigo assina, no máximo, até ${until}.`,
  switchTitle: 'Mudar já para o segredo novo?',
  switchWhat:
    'A partir de agora, todos os webhooks são assinados só com o segredo novo, nos dois cabeçalhos. Um servidor ' +
    'que ainda verifique com o antigo vai recusá-los. Não é possível desfazer.',
  switchAction: 'Mudar agora',
  switched: 'Mudança para o segredo novo concluída',
  switchedWhat: 'Prima Testar webhook para confirmar que o seu servidor o aceita.',
};

export const webhookTest: typeof en.webhookTest = {
  title: 'Teste',
  what:
    'Envia um evento webhook.test para o URL guardado, com a mesma assinatura e as mesmas ' +
    `${MAX_ATTEMPTS} tentativas de qualquer evento. É enviado mesmo com os webhooks desligados.`,
  button: 'Testar webhook',
  again: 'Testar de novo',
  noUrl: 'Guarde primeiro um URL.',
  sending: 'A enviar o evento…',
  attempts: 'Tentativas',
  attempt: (number: number) => `Tentativa ${number}`,
  answered: (status: number) => `resposta ${status}`,
  noAnswer: 'sem resposta',
  started: (when: string) => `Começou às ${when} (hora de Lisboa)`,
  took: (duration: string) => `demorou ${duration}`,
  waiting: 'A aguardar…',
  ifNeeded: 'Só se a anterior falhar',
  notNeeded: 'Não foi necessária',
  good: 'O seu servidor respondeu: o webhook funciona.',
  goodWhat:
    'Respondeu a tempo com um código 2xx. Só o seu servidor sabe se verificou a assinatura: procure o evento no ' +
    'registo dele.',
  bad: 'O seu servidor não aceitou o evento.',
  badWhat:
    'Veja abaixo o resultado de cada tentativa. Corrija o problema e teste de novo. Este evento não é reenviado.',
  signatureHelp: 'O seu servidor responde 401? Compare as assinaturas na página de verificação.',
  slow: 'Está a demorar mais do que o habitual. Atualize daqui a pouco ou envie um novo teste: um perdido não é repetido.',
  refresh: 'Atualizar',
  eventId: (id: string) => `Evento de teste ${id}`,
};
