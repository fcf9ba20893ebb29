let last = '/transactions';

/** The list as it was last seen, with its search and filters: where a transaction's page leads back to. */
export function lastList(): string {
  return last;
}

export function storeList(path: string): void {
  last = path;
}
