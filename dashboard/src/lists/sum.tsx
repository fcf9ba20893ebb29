import './cells.css';
import type { ReactNode } from 'react';

/** A figure, or the heading of a column of figures: set to the right, in one line. */
export function Sum({ children }: { children: ReactNode }) {
  return <div className="sum">{children}</div>;
}
