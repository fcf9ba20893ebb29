import { type Bank, type BankNotice, type BankStatus, type KnownPayment, speaksOfMoney } from '../banking/bank.ts';
import { knownOf } from './bank-of.ts';
import { type Applied, applyBankWord, type BankWordDependencies } from './bank-word.ts';

/**
 * Takes a notice that its provider's protocol does not prove (`BankNeeds.believes`): the payment is read, the notice is
 * held against it, and unless it fits in everything that only the provider and we know, the bank is asked, and what it
 * says of money counts. A bank whose status lags behind its notice is told to notify again: `unconfirmed`.
 */
export async function takeDoubted(
  dependencies: BankWordDependencies,
  bank: Bank,
  bankAccount: string,
  notice: BankNotice & { transactionId: string },
): Promise<Applied['kind']> {
  const { transactionId, bankId, noticeId } = notice;
  const transaction = await dependencies.read(transactionId, true);
  const index = transaction?.attempts.findIndex((each) => each.bankId === bankId) ?? -1;
  const attempt = transaction?.attempts[index];
  if (!transaction) return 'not-found';
  if (transaction.bankAccount !== bankAccount) return 'foreign';
  // The id of a start that was withdrawn, which the provider and we alone know: a person is to look at its money.
  if (!attempt) return (await applyBankWord(dependencies, transaction, bankId, notice.status, noticeId)).kind;
  const known = knownOf(transaction, attempt);
  // A push is paid once: its notice again has nothing to tell, and the bank is spared the question.
  if (transaction.paidBy === index && attempt.method === 'MBWAY' && fits(notice, known)) return 'nothing';
  const said = bank.needs?.believes?.(notice, known) ? notice.status : await confirmed(bank, notice, known);
  if (!speaksOfMoney(said)) {
    tellUnconfirmed(dependencies, transactionId, said);
    return 'unconfirmed';
  }
  return (await applyBankWord(dependencies, transaction, bankId, said, noticeId)).kind;
}

/**
 * What the bank says of the payment. A notice with another id or sum than ours is not helped by the status of our id:
 * then the provider is asked by our own id alone.
 */
async function confirmed(bank: Bank, notice: BankNotice, known: KnownPayment): Promise<BankStatus> {
  const { statusId: _, ...withoutStatusId } = known;
  const said = await bank.askStatus(notice.bankId, fits(notice, known) ? known : withoutStatusId);
  if (said.kind !== 'paid' || notice.status.kind !== 'paid') return said;
  return { ...said, paidAtMs: said.paidAtMs ?? notice.status.paidAtMs };
}

function fits({ statusId, status }: BankNotice, known: KnownPayment): boolean {
  return statusId === known.statusId && status.kind === 'paid' && status.amountCents === known.amountCents;
}

/** A bank that is behind or away is an ordinary thing; one that says the opposite of its notice is for a person. */
function tellUnconfirmed({ logger }: BankWordDependencies, transactionId: string, said: BankStatus): void {
  const isOpposite = said.kind === 'refused' || said.kind === 'expired';
  const fields = { transactionId, said: said.kind, detail: 'detail' in said ? said.detail : undefined };
  if (isOpposite) logger.error('bank notification contradicted by the bank', fields);
  else logger.warn('bank notification not confirmed yet', fields);
}
