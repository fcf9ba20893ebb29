import type { DashboardApi } from '../../../../functions/dashboard/api.ts';
import { isDifference, isUnanswered } from '../../../../functions/finance/reconciliation/finding.ts';
import { noteText } from '../../../../functions/finance/reconciliation/note.ts';
import type { Catalogue } from '../../i18n/en/catalogue.ts';
import { type Cell, eurosCell, fileHead, fileRows, timeCell } from '../../lists/csv-file.ts';
import type { ReconciliationTexts } from './reconciliation-texts.ts';

export type Finding = DashboardApi['POST /finance/reconciliation']['answer']['findings'][number];

/** The texts of the file, and the names of merchants by id, as far as they are known. */
export interface FindingsWords {
  text: ReconciliationTexts;
  catalogue: Pick<Catalogue, 'transactions' | 'timeline'>;
  nameOf: (merchantId: string) => string | undefined;
}

/** Differences first, then what the bank gave no clear answer about. */
export function differencesFirst(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => (isDifference(finding) ? 0 : isUnanswered(finding) ? 1 : 2);
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

/** The findings as a spreadsheet, one row each, differences first. */
export function findingsCsv(findings: readonly Finding[], words: FindingsWords): string {
  const { columns } = words.text;
  const rows = differencesFirst(findings).map((finding) => cellsOf(finding, words));
  return fileHead(columns) + fileRows(columns, rows);
}

function cellsOf(
  finding: Finding,
  { text, catalogue, nameOf }: FindingsWords,
): Record<keyof ReconciliationTexts['columns'], Cell> {
  const { result, kind, merchantId, transactionId, externalOrderId, status, bankAccount, ourTime, line } = finding;
  const { transactions: words, timeline } = catalogue;
  return {
    result: text.results[result],
    kind: text.kindOf[kind],
    merchantId,
    merchant: merchantId === null ? null : (nameOf(merchantId) ?? null),
    transactionId,
    orderId: externalOrderId === null ? null : { exact: externalOrderId },
    status: status && words.status[status],
    bankAccount,
    ourTime: timeCell(ourTime),
    bankTime: line ? (timeCell(line.time) ?? { day: line.day }) : null,
    bankId: finding.bankId,
    ours: eurosCell(finding.ourAmount),
    bank: eurosCell(finding.bankAmount),
    difference: eurosCell(finding.difference),
    fee: eurosCell(line?.fee ?? null),
    net: eurosCell(line?.net ?? null),
    exceptions: finding.openExceptions.map((each) => timeline.kind[each]).join(', '),
    detail: noteText(finding.notes, text.notes),
  };
}
