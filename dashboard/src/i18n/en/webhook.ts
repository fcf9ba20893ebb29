import { ROTATION_MS } from '../../../../functions/merchants/keys/overlap.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { MAX_ATTEMPTS } from '../../../../functions/webhooks/plan.ts';

const HOURS = ROTATION_MS / HOUR_MS;

export const webhook = {
  title: 'Webhook',
  description: 'Where we notify your server about payments, and how it verifies that the webhook is from us.',
  guide: 'How to receive webhooks',
  guidePath: '/docs/merchants/receive-webhooks.html',
  url: 'Endpoint',
  urlLabel: 'Webhook URL',
  urlHint: 'We POST every status change to this URL. https only, any port, a host on the public internet.',
  urlGood: 'This URL can be used.',
  urlSaved: 'Webhook URL saved',
  urlSavedOn: 'Webhooks are now sent to it.',
  urlSavedOff: 'Webhooks are still off. Test the URL, then turn them on.',
  undo: 'Undo',
  toggle: 'Delivery',
  deliveries: 'View deliveries',
  toggleOn: 'Webhooks are on',
  toggleOff: 'Webhooks are off',
  toggleHint: 'While webhooks are off, events are marked as not sent. They are not sent automatically later.',
  toggleNoUrl: 'Save a URL first.',
  turnedOn: 'Webhooks are on',
  turnedOff: 'Webhooks are off',
  turnedOffWhat: 'Events are marked as not sent until you turn webhooks on again.',
  skippedTitle: (count: string) => `${count} events were not sent while webhooks were off`,
  skippedTitleOne: 'One event was not sent while webhooks were off',
  skippedWhat: (euros: string) => `They are about payments of ${euros} in total. Your shop may not know about them.`,
  skippedOff: 'You can send them once webhooks are on.',
  sendSkipped: 'Resend skipped events',
};

export const webhookSecret = {
  title: 'Secret',
  description: 'Your server verifies with it that a webhook is from us. Keep it on your server only.',
  secret: 'Webhook secret',
  newSecret: 'New secret',
  oldSecret: 'Old secret',
  reveal: 'Reveal',
  rotate: 'Rotate',
  switchNow: 'Switch now',
  rotatingTitle: (until: string, relative: string) => `Two secrets until ${until} (${relative})`,
  rotatingContract: 'X-Service-Signature is still signed with the old secret, so that nothing breaks.',
  rotatingStandard:
    'webhook-signature carries one signature for each secret. A server that verifies it can change to the new ' +
    'secret at any time.',
  rotatingDo:
    'A server that verifies X-Service-Signature should accept both secrets: then press Switch now, and no webhook is ' +
    'missed. If it can hold only one, install the new one and press Switch now at the same time: attempts in between fail.',
  rotateTitle: 'Rotate the webhook secret?',
  rotateWhat: `A new secret is created beside the old one. For ${HOURS} hours, or until you press Switch now:`,
  rotateAfter: 'After that only the new secret signs, and the old one is deleted.',
  rotateAction: 'Create secret',
  rotated: 'New webhook secret created',
  rotatedWhat: (until: string) =>
    `Reveal it and install it on your server. The old one signs until ${until} at the latest.`,
  switchTitle: 'Switch to the new secret now?',
  switchWhat:
    'From now on every webhook is signed with the new secret only, in both headers. A server that still verifies ' +
    'with the old one will refuse them. This cannot be undone.',
  switchAction: 'Switch now',
  switched: 'Switched to the new secret',
  switchedWhat: 'Press Test webhook to check that your server accepts it.',
};

export const webhookTest = {
  title: 'Test',
  what:
    `Sends a webhook.test event to the saved URL with the same signature and the same ${MAX_ATTEMPTS} ` +
    'attempts as any event. It is sent even while webhooks are off.',
  button: 'Test webhook',
  again: 'Test again',
  noUrl: 'Save a URL first.',
  sending: 'Sending the event…',
  attempts: 'Attempts',
  attempt: (number: number) => `Attempt ${number}`,
  answered: (status: number) => `answered ${status}`,
  noAnswer: 'no answer',
  started: (when: string) => `Started at ${when} (Lisbon time)`,
  took: (duration: string) => `took ${duration}`,
  waiting: 'Waiting…',
  ifNeeded: 'Only if the previous one fails',
  notNeeded: 'Not needed',
  good: 'Your server answered: the webhook works.',
  goodWhat:
    'It answered with a 2xx status in time. Only your server knows whether it verified the signature: check its log ' +
    'for the event.',
  bad: 'Your server did not accept the event.',
  badWhat: 'The result of every attempt is below. Fix the problem and test again. Nothing else is sent for this event.',
  signatureHelp: 'Does your server answer 401? Compare signatures in the playground.',
  slow: 'This takes longer than usual. Refresh in a moment, or send a new test: a lost one is not repeated.',
  refresh: 'Refresh',
  eventId: (id: string) => `Test event ${id}`,
};
