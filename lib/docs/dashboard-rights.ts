import { DASHBOARD_FUNCTIONS } from '../constructs/dashboard/rights.ts';
import { table } from './markdown.ts';

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'send']);

/** What each route of the dashboard reads and writes, from the rights of its function. */
export function dashboardRightsPart(): string {
  return table(
    ['Route', 'Reads', 'Writes'],
    Object.entries(DASHBOARD_FUNCTIONS).map(([route, { rights }]) => {
      const uses = Object.entries(rights).flatMap(([resource, actions]) =>
        actions.map((action) => ({ action, name: nameOf(resource, action) })),
      );
      const named = (isWrite: boolean) =>
        unique(uses.filter(({ action }) => WRITES.has(action) === isWrite).map(({ name }) => name)).join(', ');
      return [`\`${route}\``, named(false), named(true)];
    }),
  );
}

/** An index by its name, a table by its own; a query of a table reads a partition. */
function nameOf(resource: string, action: string): string {
  const [table = '', , index] = resource.split('/');
  if (index !== undefined) return `\`${index}\``;
  if (resource === 'deliveries' || resource === 'deadLetters') return `queue ${resource}`;
  return action === 'Query' ? `${table} (a partition)` : table;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
