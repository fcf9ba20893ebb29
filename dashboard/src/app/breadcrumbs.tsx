import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import { hrefOf } from '../components/inner-links.ts';
import type { Crumb } from '../components/page.tsx';

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const items = crumbs.map(({ text, path }) => ({ text, href: path === undefined ? '#' : hrefOf(path) }));
  return <BreadcrumbGroup items={items} />;
}
