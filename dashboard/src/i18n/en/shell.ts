export const splitPanel = {
  shown: (title: string) => `Shown in the panel: ${title}`,
  height: 'Height of the panel',
  larger: 'Larger panel',
  smaller: 'Smaller panel',
  close: 'Close the panel',
};

export const shell = {
  language: 'Language',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  signedInAs: (who: string) => `Signed in as ${who}`,
  signOut: 'Sign out',
  place: 'Current page',
  menu: 'Menu',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  more: 'More',
  back: 'Back',
  skip: 'Skip to the content',
  stage: 'Stage',
  codeOf: (what: string) => `Code: ${what}`,
  hiddenIn: (seconds: number) => `Hidden again in ${seconds} s`,
  home: 'Home',
  search: 'Search transactions',
  searchFor: 'Order, transaction or reference ( / )',
  closeSearch: 'Close the search',
  transactions: 'Transactions',
  settings: 'Settings',
  webhook: 'Webhook',
  apiKeys: 'API keys',
  account: 'Account',
  tools: 'Tools',
  signature: 'Signature playground',
  guides: 'Guides',
  guidesPath: '/docs/merchants/quick-start.html',
  reference: 'API reference',
  newTab: 'opens in a new tab',
  finance: 'Finance',
  unnotified: 'Paid, not notified',
  exceptions: 'Exceptions',
  totals: 'Totals',
  reconciliation: 'Reconciliation',
  operations: 'Operations',
  accounts: 'Accounts',
  notFound: 'Page not found',
  notFoundWhy: 'The address may be wrong, or your role does not include this page.',
  toStart: 'Go to the home page',
};

export const accountBanner = {
  more: 'What is needed, and how long it takes',
  pending: {
    title: 'Your account awaits approval',
    what: 'You can set up and test the webhook and your API keys. The API answers 403 until the account is approved.',
  },
  suspended: {
    title: 'Your account is suspended',
    what:
      'The API answers 403 to every call. Payments in progress still settle and their webhooks are still ' +
      'sent. Contact us.',
  },
  refused: {
    title: 'Your account was refused',
    what: 'The API answers 403 to every call. Contact us if you think this is a mistake.',
  },
};

export const session = {
  toSignIn: 'Opening the sign-in page…',
  signingIn: 'Signing you in…',
  ended: 'Your session has ended',
  endedWhy: 'Sessions end after a while for the safety of your account. Sign in again to continue where you were.',
  signIn: 'Sign in',
  failed: 'Sign-in failed',
  failedWhy: 'It was cancelled, took too long, or the link was used before. Nothing was changed.',
  unreachable: 'Sign-in is not available',
  unreachableWhy: 'Check your connection and try again.',
  tryAgain: 'Try again',
  signedOut: 'You are signed out',
  signedOutWhy: 'On a shared computer, close the browser as well.',
  signInAgain: 'Sign in again',
};
