import './home.css';
import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { hrefOf } from '../components/inner-links.ts';
import { Panel } from '../components/panel.tsx';
import { isAnswered, Loading, type Received } from '../components/states.tsx';
import { useWords } from '../i18n/language.ts';
import { homeWords } from './words.ts';

interface SectionProps<Data> {
  title: string;
  /** The page with the details. */
  to?: string;
  of: Received<Data>;
  /** Over what the figures are counted. */
  over: (data: Data) => ReactNode;
  /** Below all of the figures: what is done about them, or nothing. */
  action?: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of the home page: figures of one call, over what they are counted, and the way to the details. */
export function Section<Data>({ title, to, of, over, action, children }: SectionProps<Data>) {
  const { details } = useWords(homeWords);
  const { data } = of;
  const reserved = (room: string) => (isAnswered(of) ? undefined : room);
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
          <div className={reserved('home-over')}>{data !== undefined && over(data)}</div>
          {action && (
            <div className="home-action">
              <div className={reserved('home-button')}>{data !== undefined && action(data)}</div>
            </div>
          )}
        </Box>
      }
    >
      <div className={reserved('home-section')}>
        <Loading of={of}>{children}</Loading>
      </div>
    </Panel>
  );
}
