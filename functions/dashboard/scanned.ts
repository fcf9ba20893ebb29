/** What a list holds as far as it was scanned. */
export interface Scanned<Row, Until = unknown> {
  rows: Row[];
  /** Where the scan continues; null at the end. */
  cursor: string | null;
  /** Entries scanned for the rows, those included that were left out. */
  scanned: number;
  /** How far the scan is, in the order of the list. */
  until: Until;
}

/** A page of a list as the dashboard receives it: the rows under the name of the list. */
export type ListPage<Name extends string, Row, Until = string | null> = Record<Name, Row[]> & {
  /** For the next page; null at the end. */
  cursor: string | null;
  isComplete: boolean;
  /** Entries scanned for this page, those included that were left out: it may hold few rows and not be the last. */
  scanned: number;
  scannedUntil: Until;
};

export function listPage<Name extends string, Row, Until>(
  name: Name,
  { rows, cursor, scanned, until }: Scanned<Row, Until>,
): ListPage<Name, Row, Until> {
  const page = { cursor, isComplete: cursor === null, scanned, scannedUntil: until };
  return { ...({ [name]: rows } as Record<Name, Row[]>), ...page };
}

/** Scans from a cursor, or from the beginning, part by part, until `isEnough` or the end of the list. */
export async function scanFrom<Row, Until>(
  from: string | undefined,
  readNext: (cursor: string | undefined, before: Scanned<unknown>) => Promise<Scanned<Row, Until>>,
  isEnough: (all: Scanned<unknown>) => boolean,
): Promise<Scanned<Row, Until | null>> {
  const all: Scanned<Row, Until | null> = { rows: [], cursor: from ?? null, scanned: 0, until: null };
  do {
    const { rows, cursor, scanned, until } = await readNext(all.cursor ?? undefined, all);
    all.rows.push(...rows);
    all.cursor = cursor;
    all.scanned += scanned;
    all.until = until ?? all.until;
  } while (all.cursor !== null && !isEnough(all));
  return all;
}
