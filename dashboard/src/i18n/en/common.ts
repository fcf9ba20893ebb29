import { LONGEST_REASON } from '../../../../functions/runtime/longest-texts.ts';

/** Words that many pages use. */
export const common = {
  product: 'Payment Service',
  loading: 'Loading…',
  retry: 'Try again',
  stale: 'What is shown was received earlier and may be out of date.',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied',
  copyWhat: (what: string) => `Copy ${what}`,
  hide: 'Hide',
  reason: 'Reason',
  reasonHint: `Kept with the record, up to ${LONGEST_REASON} characters.`,
  reasonMissing: 'Say why: the reason is kept with the record.',
  loadMore: 'Load more',
  none: 'none',
  yes: 'Yes',
  no: 'No',
  startFailed: 'The dashboard could not be started',
  startFailedWhy: 'Check your connection and load the page again.',
  reloadPage: 'Load the page again',
  broken: 'This page has run into a fault',
  brokenWhy:
    'It is a fault of ours. Nothing was changed by it. Load the page again; if it comes back, tell us what you did.',
  newVersion: 'The dashboard has been updated',
  newVersionWhy: 'This page belongs to the version before. Load it again to go on.',
};

export const errors = {
  network: { title: 'No connection to the service', what: 'Check your connection and try again.' },
  timeout: { title: 'The service did not answer in time', what: 'It may be slow at the moment. Try again.' },
  ended: { title: 'Your session has ended', what: 'Sign in again.' },
  forbidden: { title: 'This is not open to you', what: 'Your role does not allow it.' },
  notFound: { title: 'Not found', what: 'It does not exist, or it is not yours to see.' },
  noMerchant: { title: 'Merchant not found', what: 'Choose a merchant from the list.' },
  tooMany: { title: 'Too many requests', what: 'Wait a moment and try again.' },
  fault: { title: 'The service has run into a fault', what: 'It is a fault of ours. Try again in a moment.' },
  refused: { title: 'This could not be done', what: 'Check what you entered.' },
};

export const ownDays = {
  from: 'From',
  to: 'To',
  dayProblem: 'A day, such as 2026-11-20',
  daysProblem: 'The first day must not be after the last.',
};
