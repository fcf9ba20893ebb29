import { ROTATION_MS } from '../../../../functions/merchants/accounts/secret-rotation-time.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAXIMUM_ATTEMPTS } from '../../../../functions/webhooks/schedule.ts';
import { formatDuration } from '../format.ts';

const HOURS = ROTATION_MS / 3_600_000;
const SECONDS = DEADLINE_MS / 1_000;

export const webhook = {
  title: 'Webhook',
  description: 'Where we tell your server what became of a payment, and how it knows that it is us.',
  url: 'Endpoint',
  urlLabel: 'Webhook URL',
  urlHint: 'We POST every change of status to it. https only; any port; a host on the public internet.',
  urlGood: 'This URL may be used.',
  urlSaved: 'The webhook URL is saved',
  urlSavedOn: 'From now on webhooks go there.',
  urlSavedOff: 'Webhooks are still off: test the URL, then turn them on.',
  undo: 'Undo',
  toggle: 'Delivery',
  toggleOn: 'Webhooks are on',
  toggleOff: 'Webhooks are off',
  toggleHint: 'While off, events are marked as skipped and are not sent later by themselves.',
  toggleNoUrl: 'Save a URL first.',
  turnedOn: 'Webhooks are on',
  turnedOff: 'Webhooks are off',
  turnedOffWhat: 'Events are marked as skipped until you turn them on again.',
  skippedTitle: (count: string) => `${count} events were not sent while webhooks were off`,
  skippedTitleOne: 'One event was not sent while webhooks were off',
  skippedWhat: (euros: string) => `They are about payments of ${euros} in all. Your shop may not know of them.`,
  skippedAtLeast: 'There are more than these.',
  skippedOff: 'You can send them once webhooks are on.',
  sendSkipped: 'Send what was skipped',
  reasonPlaceholder: 'Webhooks were off during our move',
  skippedModal: (count: string, isOne: boolean) =>
    `${isOne ? 'The event' : `Every one of the ${count} events`} is sent to your webhook URL with the usual ${MAXIMUM_ATTEMPTS} attempts. Of each transaction only the newest event is sent.`,
  send: 'Send',
  stop: 'Stop',
  goOn: 'Go on',
  progress: 'Handed over',
  stopped: 'Stopped. What was handed over is on its way; go on whenever you like.',
  allDone: 'All were looked at. What could be sent is on its way.',
  readOnly: 'Webhooks are set up by the merchant itself.',
};

export const webhookSecret = {
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
  rotatingDo: `A server that checks X-Service-Signature holds one secret only: put the new one in, and press Switch now at that moment. A webhook caught in between fails once and is tried again with the new secret ${formatDuration(DELAYS_BEFORE_ATTEMPT_MS[1], 'en-GB')} later.`,
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
};

export const webhookTest = {
  title: 'Test',
  what: `Sends a webhook.test event to the saved URL the normal way: the same signature, the same ${MAXIMUM_ATTEMPTS} attempts. It is sent even while webhooks are off.`,
  button: 'Test webhook',
  again: 'Test again',
  noUrl: 'Save a URL first.',
  sending: 'The event is on its way…',
  attempts: 'Attempts',
  attempt: (number: number) => `Attempt ${number}`,
  answered: (status: number) => `answered ${status}`,
  noAnswer: 'no answer',
  started: (when: string) => `Started at ${when} (Lisbon time)`,
  took: (duration: string) => `took ${duration}`,
  nextIn: (seconds: string) => `Next attempt in ${seconds}`,
  nextNow: 'Being made now…',
  ifNeeded: 'Only if the one before fails',
  notNeeded: 'Not needed',
  good: 'Your server answered: the webhook works.',
  goodWhat:
    'Its answer was a 2xx status in time. That it checked the signature only your server knows: look there for the event.',
  bad: 'Your server did not take the event.',
  badWhat: 'What every attempt came to is below. Put it right and test again; nothing else is sent for this event.',
  ended: 'The test has ended.',
  signatureHelp: 'Your server answers 401? Compare signatures in the playground.',
  slow: 'This takes longer than usual. The test goes on; look again in a moment.',
  refresh: 'Look again',
  eventId: (id: string) => `Test event ${id}`,
};

export const receiver = {
  title: 'Receiver',
  description: 'What your server does with a webhook. The secret comes from its environment, never from the code.',
  codeIn: (language: string) => `receiver in ${language}`,
  afterwards: 'Keep it under data.id and event, answer at once, work afterwards.',
  rulesTitle: 'What else to know',
  rules: [
    'Check the signature over the bytes as they came, before anything parses them.',
    `Answer 2xx within ${SECONDS} seconds, better within one, and work afterwards.`,
    'The same event may come more than once: take data.id and event together as the key.',
    'Once a transaction is paid, ignore every other event of it. payment.success may follow payment.cancelled when a customer pays at the last moment.',
  ],
  standard: 'Every webhook is also signed as Standard Webhooks: any of its libraries takes your secret as it is.',
  playground: 'Signatures do not match? Try the playground.',
};
