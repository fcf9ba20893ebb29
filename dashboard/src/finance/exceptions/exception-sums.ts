import type { ExceptionsReport } from '../../../../functions/dashboard/finance/exceptions.ts';
import type { ExceptionLine } from '../../../../functions/dashboard/finance/exceptions-rule.ts';
import { addEuros } from '../unnotified/unnotified-sums.ts';

/** Adds a page of the summary to those before it. A payment with exceptions on two pages is counted on both. */
export function addExceptions(sums: ExceptionsReport | undefined, page: ExceptionsReport): ExceptionsReport {
  if (!sums) return page;
  const lines = sums.lines.map((line) => {
    const same = page.lines.find(({ kind }) => kind === line.kind);
    return same ? addLine(line, same) : line;
  });
  return {
    lines: [...lines, ...page.lines.filter(({ kind }) => !sums.lines.some((line) => line.kind === kind))],
    total: {
      count: sums.total.count + page.total.count,
      euros: addEuros(sums.total.euros, page.total.euros),
      returned: addEuros(sums.total.returned, page.total.returned),
    },
    cursor: page.cursor,
    isComplete: page.isComplete,
  };
}

function addLine(a: ExceptionLine, b: ExceptionLine): ExceptionLine {
  return {
    ...a,
    count: a.count + b.count,
    euros: addEuros(a.euros, b.euros),
    returned: addEuros(a.returned, b.returned),
    eurosElsewhere: addEuros(a.eurosElsewhere, b.eurosElsewhere),
    withoutSum: a.withoutSum + b.withoutSum,
    oldestAt: [a.oldestAt, b.oldestAt].sort()[0] ?? a.oldestAt,
  };
}
