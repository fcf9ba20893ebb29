import { OVERLAP_MS } from '../../../../functions/merchants/keys/overlap.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { words } from '../../i18n/words.ts';

const HOURS = OVERLAP_MS / HOUR_MS;

export const apiKeyWords = words({
  title: ['API keys', 'Chaves da API'],
  description: ['Your server calls the API with the secret key.', 'O seu servidor chama a API com a chave secreta.'],
  warningTitle: ['Never in a browser or an app', 'Nunca num navegador nem numa aplicação'],
  warning: [
    'Anyone with this key can create payments in your name. Keep it on your server, out of frontend code, apps, ' +
      'repositories and e-mails. Rotate it if it may have been exposed.',
    'Qualquer pessoa com esta chave pode criar pagamentos em seu nome. Guarde-a no servidor, fora do código de ' +
      'frontend, de aplicações, de repositórios e de e-mails. Se alguém a puder ter visto, renove-a.',
  ],
  current: ['Current key', 'Chave atual'],
  old: ['Old key', 'Chave antiga'],
  name: ['Key ID', 'ID da chave'],
  issued: ['Issued', 'Emitida'],
  lastUsed: ['Last used', 'Última utilização'],
  usedAbout: [(when: string) => `${when} (to the hour)`, (when: string) => `${when} (com precisão de uma hora)`],
  neverUsed: ['No use recorded yet', 'Sem utilização registada'],
  ends: ['Ends', 'Válida até'],
  unknown: ['Unknown', 'Desconhecido'],
  endOld: ['End now', 'Desativar já'],
  rotateTitle: ['Rotate the API key?', 'Renovar a chave da API?'],
  rotateWhat: [
    `A new key is created. The old one stays valid for ${HOURS} hours, so that you can update your servers one after ` +
      'the other. If the old one may have been exposed, press End now.',
    `É criada uma chave nova. A antiga continua válida durante ${HOURS} horas, para poder atualizar os seus ` +
      'servidores um a um. Se a antiga puder ter sido exposta, prima Desativar já.',
  ],
  rotateAction: ['Create key', 'Criar chave'],
  rotated: ['New API key created', 'Nova chave da API criada'],
  rotatedWhat: [
    `Reveal it and install it on your servers. The old key is valid for ${HOURS} hours.`,
    `Revele-a e instale-a nos seus servidores. A chave antiga é válida durante ${HOURS} horas.`,
  ],
  endTitle: ['End the old key now?', 'Desativar já a chave antiga?'],
  endWhat: [
    'Every call with it is answered 401 from now on. This cannot be undone.',
    'A partir de agora, todas as chamadas com ela recebem 401. Não é possível desfazer.',
  ],
  endUsed: [
    (when: string) => `It was last used ${when}. One of your servers may still use it.`,
    (when: string) => `A última utilização foi ${when}. Um dos seus servidores pode ainda usá-la.`,
  ],
  endAction: ['End the old key', 'Desativar a chave antiga'],
  ended: ['The old key has ended', 'A chave antiga foi desativada'],
  oneOld: [
    'There can be only one old key. End it before you rotate again.',
    'Só pode haver uma chave antiga. Desative-a antes de renovar de novo.',
  ],
  tryTitle: ['Try it', 'Experimentar'],
  tryWhat: [
    'In a terminal on your server, with the key in API_KEY:',
    'Num terminal do seu servidor, com a chave em API_KEY:',
  ],
  createCode: ['create a transaction', 'criar uma transação'],
  statusCode: ['read its status', 'consultar o seu estado'],
  apiBase: ['Base URL', 'URL base'],
});
