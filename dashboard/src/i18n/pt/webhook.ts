import { ROTATION_MS } from '../../../../functions/merchants/accounts/secret-rotation-time.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAXIMUM_ATTEMPTS } from '../../../../functions/webhooks/schedule.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { formatDuration } from '../format.ts';

const HOURS = ROTATION_MS / 3_600_000;
const SECONDS = DEADLINE_MS / 1_000;

export const webhook: Catalogue['webhook'] = {
  title: 'Webhook',
  description: 'Onde avisamos o seu servidor do que aconteceu a cada pagamento, e como ele sabe que somos nós.',
  url: 'Destino',
  urlLabel: 'URL do webhook',
  urlHint:
    'Enviamos para lá, por POST, cada mudança de estado. Apenas https; qualquer porta; um servidor acessível na internet pública.',
  urlGood: 'Este URL pode ser usado.',
  urlSaved: 'O URL do webhook foi guardado',
  urlSavedOn: 'A partir de agora, os webhooks são enviados para lá.',
  urlSavedOff: 'Os webhooks continuam desligados: teste o URL e depois ligue-os.',
  undo: 'Desfazer',
  toggle: 'Entrega',
  toggleOn: 'Os webhooks estão ligados',
  toggleOff: 'Os webhooks estão desligados',
  toggleHint:
    'Enquanto estiverem desligados, os eventos ficam marcados como não enviados e não seguem automaticamente mais tarde.',
  toggleNoUrl: 'Guarde primeiro um URL.',
  turnedOn: 'Webhooks ligados',
  turnedOff: 'Webhooks desligados',
  turnedOffWhat: 'Os eventos ficam marcados como não enviados até os voltar a ligar.',
  skippedTitle: (count: string) => `${count} eventos não foram enviados enquanto os webhooks estiveram desligados`,
  skippedTitleOne: 'Um evento não foi enviado enquanto os webhooks estiveram desligados',
  skippedWhat: (euros: string) =>
    `Dizem respeito a pagamentos no total de ${euros}. A sua loja pode não ter sabido deles.`,
  skippedAtLeast: 'Há mais do que estes.',
  skippedOff: 'Pode enviá-los depois de ligar os webhooks.',
  sendSkipped: 'Enviar o que ficou por enviar',
  reasonPlaceholder: 'Os webhooks estiveram desligados durante a nossa migração',
  skippedModal: (count: string, isOne: boolean) =>
    `${isOne ? 'O evento' : `Cada um dos ${count} eventos`} é enviado para o seu URL com as habituais ${MAXIMUM_ATTEMPTS} tentativas. De cada transação só é enviado o evento mais recente.`,
  send: 'Enviar',
  stop: 'Parar',
  goOn: 'Continuar',
  progress: 'Na fila de envio',
  stopped: 'Parado. O que já está na fila segue o seu caminho; continue quando quiser.',
  allDone: 'Todos foram vistos. O que podia ser enviado está a caminho.',
  readOnly: 'Os webhooks são configurados pelo próprio comerciante.',
};

export const webhookSecret: Catalogue['webhookSecret'] = {
  title: 'Segredo',
  description: 'Com ele, o seu servidor confirma que um webhook vem de nós. Deve estar apenas no seu servidor.',
  secret: 'Segredo do webhook',
  newSecret: 'Segredo novo',
  oldSecret: 'Segredo antigo',
  reveal: 'Revelar',
  rotate: 'Renovar',
  switchNow: 'Mudar agora',
  rotatingTitle: (until: string, relative: string) => `Dois segredos até ${until} (${relative})`,
  rotatingContract: 'X-Service-Signature continua a ser feita com o segredo antigo, para que nada falhe.',
  rotatingStandard:
    'webhook-signature traz uma assinatura com cada um; um servidor que a verifique pode passar ao segredo novo a qualquer momento.',
  rotatingDo: `Um servidor que verifica X-Service-Signature só tem um segredo: coloque lá o novo e, nesse momento, prima Mudar agora. Um webhook apanhado a meio falha uma vez e é tentado de novo ${formatDuration(DELAYS_BEFORE_ATTEMPT_MS[1], 'pt-PT')} depois, já com o segredo novo.`,
  rotateTitle: 'Renovar o segredo do webhook?',
  rotateWhat: `É criado um segredo novo ao lado do antigo. Durante ${HOURS} horas, ou até premir Mudar agora:`,
  rotateAfter: 'Depois disso só o segredo novo assina e o antigo desaparece.',
  rotateAction: 'Criar segredo novo',
  rotated: 'Há um novo segredo do webhook',
  rotatedWhat: (until: string) => `Revele-o e coloque-o no seu servidor. O antigo assina, no máximo, até ${until}.`,
  switchTitle: 'Mudar já para o segredo novo?',
  switchWhat:
    'A partir deste momento todos os webhooks são assinados só com o segredo novo, nos dois cabeçalhos. Um servidor que ainda verifique com o antigo vai recusá-los. Não é possível desfazer.',
  switchAction: 'Mudar agora',
  switched: 'O segredo novo é agora o único',
  switchedWhat: 'Prima Testar webhook para ver se o seu servidor o aceita.',
};

export const webhookTest: Catalogue['webhookTest'] = {
  title: 'Teste',
  what: `Envia um evento webhook.test para o URL guardado, pela via normal: a mesma assinatura, as mesmas ${MAXIMUM_ATTEMPTS} tentativas. É enviado mesmo com os webhooks desligados.`,
  button: 'Testar webhook',
  again: 'Testar de novo',
  noUrl: 'Guarde primeiro um URL.',
  sending: 'O evento está a caminho…',
  attempts: 'Tentativas',
  attempt: (number: number) => `Tentativa ${number}`,
  answered: (status: number) => `resposta ${status}`,
  noAnswer: 'sem resposta',
  started: (when: string) => `Começou às ${when} (hora de Lisboa)`,
  took: (duration: string) => `demorou ${duration}`,
  nextIn: (seconds: string) => `Próxima tentativa dentro de ${seconds}`,
  nextNow: 'Em curso…',
  ifNeeded: 'Só se a anterior falhar',
  notNeeded: 'Não foi necessária',
  good: 'O seu servidor respondeu: o webhook funciona.',
  goodWhat:
    'A resposta foi um estado 2xx, a tempo. Se verificou a assinatura, só o seu servidor sabe: procure lá o evento.',
  bad: 'O seu servidor não aceitou o evento.',
  badWhat: 'O resultado de cada tentativa está abaixo. Corrija e teste de novo; deste evento nada mais é enviado.',
  ended: 'O teste terminou.',
  signatureHelp: 'O seu servidor responde 401? Compare as assinaturas na página de verificação.',
  slow: 'Está a demorar mais do que o habitual. O teste continua; veja de novo daqui a pouco.',
  refresh: 'Ver de novo',
  eventId: (id: string) => `Evento de teste ${id}`,
};

export const receiver: Catalogue['receiver'] = {
  title: 'Recetor',
  description: 'O que o seu servidor faz com um webhook. O segredo vem do ambiente, nunca do código.',
  codeIn: (language: string) => `recetor em ${language}`,
  afterwards: 'Guarde-o com data.id e event como chave, responda de imediato e trate o resto depois.',
  rulesTitle: 'O que mais deve saber',
  rules: [
    'Verifique a assinatura sobre os bytes tal como chegaram, antes de qualquer interpretação.',
    `Responda 2xx em menos de ${SECONDS} segundos, de preferência em menos de um, e trate o resto depois.`,
    'O mesmo evento pode chegar mais do que uma vez: use data.id e event em conjunto como chave.',
    'Depois de uma transação estar paga, ignore qualquer outro evento dela. payment.success pode vir depois de payment.cancelled quando um cliente paga no último momento.',
  ],
  standard:
    'Cada webhook é também assinado segundo Standard Webhooks: qualquer biblioteca dessa norma aceita o seu segredo tal como está.',
  playground: 'As assinaturas não coincidem? Experimente a página de verificação.',
};
