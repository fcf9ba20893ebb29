import { LATEST_DAYS } from '../../home/latest.ts';

export const home = {
  title: 'Home',
  details: 'Details',
  events: (count: string, isOne: boolean) => (isOne ? '1 event' : `${count} events`),

  setUp: 'Set-up',
  setUpOver: 'Shown until your first payment.',
  stepActive: 'Account approved',
  stepWebhook: 'Webhook URL saved and webhooks on',
  stepKey: 'First call with your API key',
  stepPayment: 'First payment received',

  payments: (count: string, isOne: boolean) => `${count} ${isOne ? 'payment' : 'payments'}`,
  paid: 'Paid',
  today: 'Today',
  week: '7 days',
  todayOver: 'All merchants, today in Lisbon, by the day of payment.',
  bars: 'Per day; outlined bar: the week before',
  day: 'Day',
  thisWeek: 'Paid',
  weekBefore: 'Week before',
  paidOver: 'Received for payments, by the day of payment in Lisbon, today included.',
  paidBalance: (other: string, returned: string, balance: string) =>
    `Other money received in the 7 days: ${other}. Returned: ${returned}. Balance, before the bank’s fees: ${balance}.`,

  unnotified: 'Undelivered events',
  unnotifiedPaid: 'Paid orders',
  unnotifiedOthers: 'Failed or cancelled',
  unnotifiedOver: 'All events whose attempts failed or that were not sent. Those in progress are not counted.',
  resendAll: (events: string) => `Resend all (${events})…`,

  deliveries: 'Payments and webhooks',
  successRate: 'Success rate',
  paidOfEnded: (paid: string, ended: string) => `${paid} paid of ${ended} ended`,
  firstTime: 'Delivered the first time',
  deliveriesElse: (of: Record<'retried' | 'resent' | 'notDelivered' | 'skipped' | 'pending', string>) =>
    `Delivered on a retry: ${of.retried}. Delivered after a resend: ${of.resent}. ` +
    `Not delivered: ${of.notDelivered}. Not sent: ${of.skipped}. In progress: ${of.pending}.`,
  latestOver: (count: string, isOne: boolean, isAll: boolean) =>
    isAll
      ? `Over your ${isOne ? 'only transaction' : `${count} transactions`} of the last ${LATEST_DAYS} days.`
      : `Over your latest ${count} transactions of the last ${LATEST_DAYS} days. There are more.`,
  latestNone: `No transactions in the last ${LATEST_DAYS} days.`,

  exceptions: 'Exceptions in your payments',
  exceptionsOver: (count: string, isOne: boolean) => `${count} open ${isOne ? 'exception' : 'exceptions'}, all time.`,
  exceptionsNone: 'No open exceptions.',
  opened: (at: string) => `Open since ${at}.`,

  allMerchants: 'All merchants, all time.',
  scannedOver: (count: string) => `Over the first ${count} events.`,
  waiting: 'Accounts waiting for approval',
  waitingFor: 'Waiting',
  waitingSince: (since: string) => `The oldest account signed up on ${since}.`,
  waitingOver: 'All accounts with the status pending.',
  failing: 'Failing endpoints',
  failingOver: (count: string, isOne: boolean) =>
    `Over ${count} undelivered ${isOne ? 'event' : 'events'} of all merchants, all time. The ten largest.`,
  failingNone: 'No endpoint has undelivered events.',
  failedEvents: (count: string, isOne: boolean) => `${count} undelivered ${isOne ? 'event' : 'events'}`,
};
