import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import { hrefOf } from './inner-links.ts';
import type { Crumb } from './page.tsx';

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const items = crumbs.map(({ text, path }) => ({ text, href: path === undefined ? '#' : hrefOf(path) }));
  return <BreadcrumbGroup items={items} />;
}
