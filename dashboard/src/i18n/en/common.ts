import { MAX_REASON_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';

/** Words that many pages use. */
export const common = {
  product: 'Payment Service',
  requestId: 'Request ID',
  loading: 'Loading…',
  retry: 'Try again',
  stale: 'Showing earlier data. It may be out of date.',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  copyWhat: (what: string) => `Copy ${what}`,
  hide: 'Hide',
  reason: 'Reason',
  reasonHint: `Saved with the record. Up to ${MAX_REASON_CHARACTERS} characters.`,
  reasonMissing: 'Enter a reason.',
  loadMore: 'Load more',
  stop: 'Stop',
  /** Before a figure that is a lower bound. */
  atLeast: (figure: string) => `at least ${figure}`,
  yes: 'Yes',
  no: 'No',
  startFailed: 'The dashboard could not be started',
  startFailedWhy: 'Check your connection and reload the page.',
  reloadPage: 'Reload the page',
  broken: 'Something went wrong',
  brokenWhy: 'The fault is on our side. Nothing was changed. Reload the page. If it happens again, contact us.',
  newVersion: 'The dashboard has been updated',
  newVersionWhy: 'This page is from the previous version. Reload it to continue.',
};

export const errors = {
  network: { title: 'No connection to the service', what: 'Check your connection and try again.' },
  timeout: { title: 'The service did not answer in time', what: 'The service may be slow at the moment. Try again.' },
  ended: { title: 'Your session has ended', what: 'Sign in again.' },
  forbidden: { title: 'You do not have permission', what: 'Your role does not allow it.' },
  notFound: { title: 'Not found', what: 'It does not exist, or you do not have permission to see it.' },
  noMerchant: { title: 'Merchant not found', what: 'Choose a merchant from the list.' },
  tooMany: { title: 'Too many requests', what: 'Wait a moment and try again.' },
  fault: { title: 'Something went wrong on our side', what: 'The fault is on our side. Try again in a moment.' },
  refused: { title: 'This could not be done', what: 'Check the values you entered.' },
};
