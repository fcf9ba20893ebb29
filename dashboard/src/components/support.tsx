import Link from '@cloudscape-design/components/link';
import { useContext } from 'react';
import { SignedInContext } from '../session/session-context.ts';

/** The stage's address, after a sentence that asks to contact us; nothing where it has none. */
export function Support() {
  const address = useContext(SignedInContext)?.config.supportEmail;
  if (!address) return null;
  return (
    <>
      {' '}
      <Link href={`mailto:${address}`} fontSize="inherit">
        {address}
      </Link>
    </>
  );
}
