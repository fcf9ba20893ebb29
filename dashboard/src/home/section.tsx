import './home.css';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import type { Input } from '../api/client.ts';
import { hrefOf } from '../components/inner-links.ts';
import { Panel } from '../components/panel.tsx';
import { isAnswered, Loading, type Received } from '../components/states.tsx';
import { useWords } from '../i18n/language.ts';
import { type ListRoute, type RowOf, type Scanned, useList } from '../lists/use-list.ts';
import { homeWords } from './words.ts';

/** A list for its figures: without data until all of it was read, or as much as one load reads. */
export function useFigures<R extends ListRoute>(route: R, input: Input<R>): Scanned<RowOf<R>> {
  const list = useList(route, input, { minRows: Infinity });
  return { ...list, data: list.isLoading ? undefined : list.data };
}

interface SectionProps<Data> {
  title: string;
  /** The page with the details. */
  to?: string;
  of: Received<Data>;
  /** Over what the figures are counted. */
  over: string;
  /** Below all of the figures: what is done about them. */
  action?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of the home page: figures of one call, over what they are counted, and the way to the details. */
export function Section<Data>({ title, to, of, over, action, children }: SectionProps<Data>) {
  const { details } = useWords(homeWords);
  return (
    <Panel
      fitHeight
      title={title}
      actions={
        to !== undefined && (
          <Link href={hrefOf(to)} ariaLabel={`${details}: ${title}`}>
            {details}
          </Link>
        )
      }
      footer={
        <Box color="text-body-secondary" fontSize="body-s">
          {over}
          {action !== undefined && <div className="home-action">{action}</div>}
        </Box>
      }
    >
      <div className={isAnswered(of) ? undefined : 'home-section'}>
        <Loading of={of}>{children}</Loading>
      </div>
    </Panel>
  );
}
