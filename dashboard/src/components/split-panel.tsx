import './split-panel.css';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import {
  type KeyboardEvent as KeyPress,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useText } from '../i18n/language.ts';
import { SHARE, shareAfter, shareWithin } from './panel-share.ts';
import { useHeightAs, useWide } from './sizes.ts';

interface SplitPanelProps {
  title: string;
  actions?: ReactNode;
  onClose: () => void;
  /** Called when the panel closes with the focus in it. */
  onFocusLost: () => void;
  children: ReactNode;
}

// As it was left, while the browser's tab is open.
let lastShare: number = SHARE.usual;

/**
 * The details of one row: to the right of its list in a wide window, else below it. Cloudscape has such a panel only
 * inside `AppLayout`, which is not the frame of this page (see `app-shell.tsx`). A second frame around a list would add
 * a second `main` and remount the list, which would lose its input, focus and scroll position.
 */
export function SplitPanel({ title, actions, onClose, onFocusLost, children }: SplitPanelProps) {
  const text = useText('splitPanel');
  const [share, setShare] = useState(lastShare);
  const isBeside = useWide();
  const panel = useHeightAs<HTMLElement>('--panel-height');
  useEscape(onClose);
  useLostFocus(panel, onFocusLost);
  const choose = (next: number) => {
    lastShare = next;
    setShare(next);
  };
  const isLarge = share === SHARE.most;
  return (
    <section ref={panel} className="split-panel" aria-label={title} style={isBeside ? {} : { blockSize: `${share}vh` }}>
      <Separator share={share} onShare={choose} />
      <div className="split-panel-head">
        <Header
          variant="h2"
          actions={
            <SpaceBetween direction="horizontal" size="xs" alignItems="center">
              {actions}
              <span className="split-panel-size">
                <Button
                  variant="icon"
                  iconName={isLarge ? 'shrink' : 'expand'}
                  ariaLabel={isLarge ? text.smaller : text.larger}
                  onClick={() => choose(isLarge ? SHARE.usual : SHARE.most)}
                />
              </span>
              <Button variant="icon" iconName="close" ariaLabel={text.close} onClick={onClose} />
            </SpaceBetween>
          }
        >
          {title}
        </Header>
      </div>
      <div className="split-panel-body">{children}</div>
      <LiveRegion hidden>{text.shown(title)}</LiveRegion>
    </section>
  );
}

/** Drawn, or moved by the keys. */
function Separator({ share, onShare }: { share: number; onShare: (share: number) => void }) {
  const text = useText('splitPanel');
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onShare(shareWithin((1 - event.clientY / window.innerHeight) * 100));
  };
  const press = (event: KeyPress) => {
    const next = shareAfter(event.key, share);
    if (next === undefined) return;
    event.preventDefault();
    onShare(next);
  };
  return (
    <hr
      className="split-panel-grip"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={text.height}
      aria-valuemin={SHARE.least}
      aria-valuemax={SHARE.most}
      aria-valuenow={share}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={draw}
      onKeyDown={press}
    />
  );
}

/** Escape closes from within the panel and from the list above it, unless something there has used it. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
      if (event.target.closest('.split-panel, [role="grid"]')) onEscape();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onEscape]);
}

/** However the panel is closed, the browser's Back included. */
function useLostFocus(panel: RefObject<HTMLElement | null>, onLost: () => void): void {
  const latest = useRef(onLost);
  latest.current = onLost;
  useLayoutEffect(() => {
    const { current } = panel;
    return () => {
      if (current?.contains(document.activeElement)) latest.current();
    };
  }, [panel]);
}
