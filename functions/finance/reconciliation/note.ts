import type { BankStatus, UnknownReason } from '../../banking/bank.ts';
import type { ExceptionKind } from '../../payments/exceptions/exception.ts';
import type { Status } from '../../payments/transitions.ts';
import { type Coded, type TextsOf, textOf } from '../../runtime/coded.ts';

type None = Record<never, never>;

/** Why the bank's answer confirms nothing. `unclear`: by the content of the answer. */
export type NoAnswerReason = UnknownReason | 'unclear';

export const NO_ANSWER_SENTENCES: Record<NoAnswerReason, string> = {
  late: 'the bank did not answer in time',
  connection: 'the connection to the bank failed',
  unlisted: 'the bank confirms the payment, but does not state its amount yet',
  unclear: 'the bank’s answer was not clear',
};

/** What else is known about a finding. `day` is a Lisbon day, `detail` the bank adapter's own text, for operators. */
export type NoteParameters = {
  line: { line: number };
  'line-sum': { line: number };
  'our-status': { status: Status };
  'our-day-differs': None;
  'bank-day': { day: string };
  'amount-when-queried': None;
  'not-queried': None;
  'paid-when-queried': None;
  'near-midnight': None;
  'out-of-time': None;
  'unknown-account': { account: string };
  'no-bank-payment': None;
  'bank-status': { status: Exclude<BankStatus['kind'], 'paid' | 'unknown'> };
  'no-answer': { why: NoAnswerReason; detail: string };
  'open-exception': { kind: ExceptionKind };
};
export type Note = Coded<NoteParameters>;

/** The notes in English, for commands and their files; the dashboard has words for their codes. */
export const NOTE_TEXTS: TextsOf<NoteParameters> = {
  line: ({ line }) => `line ${line}`,
  'line-sum': ({ line }) => `line ${line}: gross less fee is not net`,
  'our-status': ({ status }) => `our status is ${status}`,
  'our-day-differs': () => 'paid on another day in our record',
  'bank-day': ({ day }) => `the bank booked it on ${day}`,
  'amount-when-queried': () => 'the bank reports this amount when queried',
  'not-queried': () => 'the bank was not queried',
  'paid-when-queried': () => 'the bank reports it as paid when queried',
  'near-midnight': () => 'the bank reports it as paid; near midnight: see the file of the neighbouring day',
  'out-of-time': () => 'the bank was not queried: the time of this call was over',
  'unknown-account': ({ account }) => `bank account ${account} is not configured in this stage`,
  'no-bank-payment': () => 'our record names no payment of the bank',
  'bank-status': ({ status }) => `the bank reports: ${status}`,
  'no-answer': ({ why, detail }) => `${NO_ANSWER_SENTENCES[why]} (${detail})`,
  'open-exception': ({ kind }) => `open exception: ${kind}`,
};

/** The notes of a finding as one text. */
export function noteText(notes: readonly Note[], texts: TextsOf<NoteParameters> = NOTE_TEXTS): string {
  return notes.map((note) => textOf(note, texts)).join('; ');
}
