import { NO_TEXT_PROBLEMS, type NoTextProblem } from '../../../../functions/finance/reconciliation/bank-file-text.ts';
import {
  NO_ANSWER_SENTENCES,
  NOTE_TEXTS,
  type NoteParameters,
} from '../../../../functions/finance/reconciliation/note.ts';
import type { TextsOf } from '../../../../functions/runtime/coded.ts';
import { MAX_BANK_FILE_BYTES } from '../../finance/reconciliation/bank-file.ts';
import { formatDay } from '../format.ts';
import { exceptionKinds } from './exception-kinds.ts';

const MEGABYTES = MAX_BANK_FILE_BYTES / 1_000_000;

const BANK_STATUSES: Record<NoteParameters['bank-status']['status'], string> = {
  refused: 'refused',
  expired: 'expired',
  waiting: 'waiting for the customer',
  'not-started': 'not started',
  partial: 'paid in part',
  'foreign-currency': 'paid in another currency',
  odd: 'an unclear answer',
};

/** Those of the commands, with words for their codes. */
const notes: TextsOf<NoteParameters> = {
  ...NOTE_TEXTS,
  'bank-day': ({ day }) => `the bank booked it on ${formatDay(day, 'en-GB')}`,
  'bank-status': ({ status }) => `the bank reports: ${BANK_STATUSES[status]}`,
  'no-answer': ({ why }) => NO_ANSWER_SENTENCES[why],
  'open-exception': ({ kind }) => `open exception: ${exceptionKinds[kind]}`,
};

export const reconciliation = {
  title: 'Reconciliation by day',
  describe: 'Compares our payments of one Lisbon day with the bank’s. Nothing is changed, here or at the bank.',
  day: 'Day',
  merchantHint: 'Optional. Lines of other merchants are left out.',
  account: 'Bank account',
  allAccounts: 'All accounts',
  accountHint: 'A bank file covers one account',
  accountMissing: 'Choose the bank account of the file.',
  file: 'Bank file of that day (optional)',
  fileHint:
    `CSV as a spreadsheet saves it, up to ${MEGABYTES} MB, with columns such as datetime, gross, fee, net, bankId, reference. The ` +
    'file is not stored.',
  fileChoose: 'Choose file',
  fileDrop: 'Drop the file here',
  fileRemove: 'Remove the file',
  error: 'Error',
  what: 'Item',
  orderOrBankId: 'Order or bank operation ID',
  fileTooLarge: `The file is larger than ${MEGABYTES} MB. Check that it covers one day.`,
  fileUnread: (problem: string) => `The file was not read: ${problem}.`,
  fileProblems: NO_TEXT_PROBLEMS as Record<NoTextProblem, string>,
  run: 'Compare',
  running: 'Comparing. The bank is queried for each payment…',
  again: 'Compare again',
  agrees: 'The day agrees with the bank.',
  agreesOneSided: 'The bank confirms all our payments.',
  agreesInPart: 'What the bank file covers agrees.',
  unusedColumns: (names: readonly string[]) => `Columns of the file that were not used: ${names.join(', ')}.`,
  differs: (count: number) => (count === 1 ? '1 difference' : `${count} differences`),
  unanswered: (count: number, of: number) =>
    `${count} of ${of} ${of === 1 ? 'payment' : 'payments'} could not be checked`,
  unansweredMeans: 'The bank gave no clear answer about them. They are neither agreements nor differences.',
  recheck: (count: number) => (count === 1 ? 'Check this one again' : `Check these ${count} again`),
  nothing: 'No payments on this day.',
  incomplete: 'Incomplete: some payments could not be compared',
  unreadable: (ids: readonly string[]) =>
    `Transactions that could not be read and are not in the figures: ${ids.join(', ')}.`,
  oneSidedTitle: 'Without a bank file that has lines of this day',
  oneSided:
    'The bank is queried for each of our payments. Payments that only the bank has cannot be seen, nor refunds, ' +
    'fees and net amounts.',
  refundsNotCompared: (count: number, euros: string) =>
    'Refunds are compared only with the bank’s file. Not compared: ' +
    `${count === 1 ? '1 refund' : `${count} refunds`}, ${euros}.`,
  viewRefunds: 'View these refunds',
  sums: 'Totals',
  ours: 'Ours',
  bank: 'Bank',
  payments: 'Payments',
  refunds: 'Refunds',
  refundsHint: 'All that was returned on the day, also beyond payments',
  fee: 'Fee',
  net: 'Net',
  unknown: 'not stated',
  agreements: 'Agree',
  timing: 'Near midnight',
  count: 'Count',
  difference: 'Difference',
  leftOut: (count: number) =>
    count === 1 ? '1 line of another merchant was left out.' : `${count} lines of other merchants were left out.`,
  findings: 'Payments and refunds',
  findingsCaption: 'Payments and refunds of the day, differences first',
  onlyDifferences: 'Differences only',
  onlyUnanswered: 'Could not be checked',
  all: 'All',
  result: 'Result',
  kindOf: { payment: 'Payment', refund: 'Refund' },
  ourAmount: 'Ours',
  bankAmount: 'Bank',
  time: 'Our time',
  line: (number: number) => `line ${number}`,
  detail: 'Note',
  notes,
  noFindings: 'No payments or refunds.',
  columns: {
    result: 'result',
    kind: 'kind',
    merchantId: 'merchantId',
    merchant: 'merchant',
    transactionId: 'transactionId',
    orderId: 'orderId',
    status: 'status',
    bankAccount: 'bankAccount',
    ourTime: 'ourTime (Lisbon)',
    bankTime: 'bankTime (Lisbon)',
    bankId: 'bankId',
    ours: 'our EUR',
    bank: 'bank EUR',
    difference: 'difference EUR',
    fee: 'fee EUR',
    net: 'net EUR',
    exceptions: 'open exceptions',
    detail: 'detail',
  },
  csv: 'Download CSV',
  results: {
    agrees: 'Agrees',
    timing: 'Near midnight',
    'not-checked': 'Not checked',
    'not-at-bank': 'Not at the bank',
    'not-ours': 'Not ours',
    'amount-differs': 'Amount differs',
    'status-differs': 'Status differs',
    'day-differs': 'Day differs',
    'booked-twice': 'Booked twice',
    'line-sum': 'Line does not add up',
    'no-answer': 'No clear answer',
  },
  means: {
    agrees: 'Same amount, same day.',
    timing: 'The same payment on either side of midnight. No action is needed.',
    'not-checked': 'In our records, before the first or after the last line of the file. Export the complete day.',
    'not-at-bank':
      'In our records, not in the file. Check that the file is complete and of this account, then ask the bank.',
    'not-ours': 'At the bank, with no payment of ours. See the exceptions, then ask the bank.',
    'amount-differs': 'The amounts differ. See the open exception, if one is named.',
    'status-differs': 'Only one side reports the payment. It may still settle. If it does not, investigate.',
    'day-differs': 'The same payment on another day, usually booked late. Check that it is not counted twice.',
    'booked-twice': 'The bank has a second payment for one transaction. The customer paid twice.',
    'line-sum': 'Gross less fee is not net. Ask the bank.',
    'no-answer': 'The bank gave no clear answer. Compare again later.',
  },
};
