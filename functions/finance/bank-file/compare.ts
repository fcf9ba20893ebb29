import { transactionIdOf } from '../../banking/sibs/checkout-id.ts';
import type { MovementKind } from '../../payments/money/movement.ts';
import { lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { BankLine } from './bank-file.ts';
import { plainId } from './values.ts';

/** A movement as our records have it. */
export interface OurMovement {
  transactionId: string;
  /** The bank's ids of the start and of the movement: of a return the return's, with more after a dot. */
  bankId: string | null;
  operationId: string | null;
  entity: string | null;
  reference: string | null;
  kind: MovementKind;
  /** Null where the bank gave no readable amount. */
  cents: number | null;
  atMs: number;
}

/** `amount-differs` and `other-day`: the one movement and the one line that are left of a transaction. */
export const RESULTS = ['ours-only', 'theirs-only', 'amount-differs', 'other-day', 'matched'] as const;
export type Result = (typeof RESULTS)[number];

/** Both sides are there but for `ours-only` and `theirs-only`. */
export interface Finding<Ours extends OurMovement = OurMovement> {
  result: Result;
  ours: Ours | null;
  line: BankLine | null;
  /** The line names more than one of our transactions, and is compared with none. */
  isAmbiguous: boolean;
}

/** Lisbon days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The first and the last day of a file; undefined where it has no money. */
export function daysOf(lines: readonly BankLine[]): Days | undefined {
  const days = lines.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

interface Sides<Ours> {
  /** Of one bank account, and complete for the days of the file and some days before and after. */
  ours: readonly Ours[];
  lines: readonly BankLine[];
}

/**
 * Compares our movements with the lines of a bank's file. Of each transaction and direction equal amounts are the same
 * money, each once; there is no tolerance. Of our movements outside of the file's days those without a line are left out.
 */
export function compare<Ours extends OurMovement>({ ours, lines }: Sides<Ours>): Finding<Ours>[] {
  const find = finderIn(ours);
  const groups = new Map<string, { ours: Ours[]; lines: BankLine[] }>();
  const groupOf = (transactionId: string, direction: BankLine['direction']) => {
    const key = `${transactionId} ${direction}`;
    const group = groups.get(key) ?? { ours: [], lines: [] };
    groups.set(key, group);
    return group;
  };
  for (const each of ours) groupOf(each.transactionId, each.kind === 'returned' ? 'out' : 'in').ours.push(each);
  const findings: Finding<Ours>[] = [];
  for (const line of lines) {
    const found = find(line);
    const [transactionId] = found;
    if (transactionId !== undefined && found.size === 1) groupOf(transactionId, line.direction).lines.push(line);
    else findings.push({ result: 'theirs-only', ours: null, line, isAmbiguous: found.size > 1 });
  }
  for (const group of groups.values()) findings.push(...comparedGroup(group));
  const days = daysOf(lines);
  const isOfFile = ({ line, ours: only }: Finding) => {
    if (line || !only || !days) return line !== null;
    const day = lisbonDayName(only.atMs);
    return day >= days.from && day <= days.to;
  };
  return findings.filter(isOfFile).sort((a, b) => RESULTS.indexOf(a.result) - RESULTS.indexOf(b.result));
}

type Names = Map<string, Set<string>>;

/** The transactions that a line may be of: by its ids, else by its reference within its entity. */
function finderIn(ours: readonly OurMovement[]) {
  const byId: Names = new Map();
  const byReference: Names = new Map();
  const add = (names: Names, name: string, transactionId: string) => {
    names.set(name, (names.get(name) ?? new Set()).add(transactionId));
  };
  for (const { transactionId, bankId, operationId, entity, reference } of ours) {
    const ids = [transactionId, bankId, operationId, operationId?.split('.')[0]].map((id) => plainId(id ?? ''));
    for (const id of ids) if (id !== '') add(byId, id, transactionId);
    if (reference === null) continue;
    for (const within of ['', entity ?? '']) add(byReference, referenceKey(within, reference), transactionId);
  }
  return ({ ids }: BankLine): Set<string> => {
    const { bankId = '', merchantTransactionId = '', reference = '', entity = '' } = ids;
    // For a push ifthenpay's reference is the order id.
    const given = [bankId, merchantTransactionId, reference].map(plainId);
    const names = [...given, transactionIdOf(given[1] ?? '') ?? ''];
    const named = names.flatMap((name) => [...(byId.get(name) ?? [])]);
    const referred = [...(byReference.get(referenceKey(entity, reference)) ?? [])];
    // An id says more than a reference, which a bank uses again; but they must not contradict each other.
    const agree = referred.length === 0 || referred.some((each) => named.includes(each));
    return new Set(named.length > 0 && agree ? named : [...named, ...referred]);
  };
}

/**
 * An entity is a number. ifthenpay's list has the method in its place: beside another than Multibanco the number is no
 * payment reference, but may be a phone.
 */
function referenceKey(entity: string, reference: string): string {
  return `${plainId(entity).replace(/^(?:mb|multibanco)$/i, '')} ${plainId(reference)}`;
}

/** The movements and lines of one transaction and direction. */
function comparedGroup<Ours extends OurMovement>(group: { ours: readonly Ours[]; lines: readonly BankLine[] }) {
  const findings: Finding<Ours>[] = [];
  const ours = [...group.ours].sort((a, b) => a.atMs - b.atMs);
  let lines = [...group.lines].sort((a, b) => (a.day < b.day ? -1 : 1));
  const takeEqual = (result: Result, isSame: (our: Ours, line: BankLine) => boolean) => {
    lines = lines.filter((line) => {
      const at = ours.findIndex((our) => our.cents === line.cents && isSame(our, line));
      if (at < 0) return true;
      findings.push({ result, ours: ours.splice(at, 1)[0] ?? null, line, isAmbiguous: false });
      return false;
    });
  };
  takeEqual('matched', (our, line) => lisbonDayName(our.atMs) === line.day);
  takeEqual('other-day', () => true);
  const [our = null, line = null] = [ours[0], lines[0]];
  if (our && line && ours.length + lines.length === 2) {
    return [...findings, { result: 'amount-differs', ours: our, line, isAmbiguous: false } as const];
  }
  findings.push(...ours.map((each) => ({ result: 'ours-only', ours: each, line: null, isAmbiguous: false }) as const));
  findings.push(
    ...lines.map((each) => ({ result: 'theirs-only', ours: null, line: each, isAmbiguous: false }) as const),
  );
  return findings;
}
