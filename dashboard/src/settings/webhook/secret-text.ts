import { ROTATION_MS } from '../../../../functions/merchants/keys/overlap.ts';
import { DELAYS_BEFORE_ATTEMPT_MS } from '../../../../functions/webhooks/plan.ts';
import { defineText } from '../../i18n/dictionary.ts';
import { formatDuration } from '../../i18n/times.ts';

const HOURS = ROTATION_MS / 3_600_000;

export const SECRET_TEXT = defineText(
  {
    title: 'Secret',
    description: 'Your server checks with it that a webhook is from us. It belongs on your server only.',
    secret: 'Webhook secret',
    newSecret: 'New secret',
    oldSecret: 'Old secret',
    reveal: 'Reveal',
    rotate: 'Rotate',
    switchNow: 'Switch now',
    rotatingTitle: (until: string, relative: string) => `Two secrets until ${until} (${relative})`,
    rotatingContract: 'X-Service-Signature is still made with the old secret, so that nothing breaks.',
    rotatingStandard:
      'webhook-signature carries one signature by each, so a server that checks it may take the new secret at any moment.',
    rotatingDo: `A server that checks X-Service-Signature holds one secret only: put the new one in, and press Switch now at that moment. A webhook caught in between fails once and is tried again with the new secret ${formatDuration(DELAYS_BEFORE_ATTEMPT_MS[1], 'en')} later.`,
    rotateTitle: 'Rotate the webhook secret?',
    rotateWhat: `A new secret is made beside the old one. For ${HOURS} hours, or until you press Switch now:`,
    rotateAfter: 'After that the new secret alone signs, and the old one is gone.',
    rotateAction: 'Make a new secret',
    rotated: 'There is a new webhook secret',
    rotatedWhat: (until: string) =>
      `Reveal it and put it on your server. The old one signs until ${until} at the latest.`,
    switchTitle: 'Switch to the new secret now?',
    switchWhat:
      'From this moment every webhook is signed with the new secret alone, in both headers. A server that still checks with the old one will refuse them. It cannot be undone.',
    switchAction: 'Switch now',
    switched: 'The new secret is the only one',
    switchedWhat: 'Press Test webhook to see that your server takes it.',
  },
  {
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
    rotatingDo: `Um servidor que verifica X-Service-Signature só tem um segredo: coloque lá o novo e, nesse momento, prima Mudar agora. Um webhook apanhado a meio falha uma vez e é tentado de novo ${formatDuration(DELAYS_BEFORE_ATTEMPT_MS[1], 'pt')} depois, já com o segredo novo.`,
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
  },
);
