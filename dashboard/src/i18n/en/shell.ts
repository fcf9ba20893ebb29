export const splitPanel = {
  shown: (title: string) => `Shown beneath the list: ${title}`,
  height: 'Height of the panel',
  larger: 'Larger panel',
  smaller: 'Smaller panel',
  close: 'Close the panel',
};

export const shell = {
  language: 'Language',
  theme: 'Appearance',
  themes: { system: 'As on this device', light: 'Light', dark: 'Dark' },
  signedInAs: (who: string) => `Signed in as ${who}`,
  signOut: 'Sign out',
  place: 'Where you are',
  menu: 'Menu',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  more: 'More',
  back: 'Back',
  skip: 'Skip to the content',
  stage: 'Stage',
  codeOf: (what: string) => `Code: ${what}`,
  hiddenIn: (seconds: number) => `Hidden again in ${seconds} s`,
  transactions: 'Transactions',
  settings: 'Settings',
  webhook: 'Webhook',
  apiKeys: 'API keys',
  account: 'Account',
  tools: 'Tools',
  signature: 'Signature playground',
  finance: 'Finance',
  unnotified: 'Paid, shop not told',
  exceptions: 'Exceptions',
  totals: 'Totals',
  reconciliation: 'Reconciliation',
  operations: 'Operations',
  accounts: 'Accounts',
  notFound: 'There is no such page',
  notFoundWhy: 'The address may be mistyped, or the page is not for your role.',
  toStart: 'To the transactions',
};

export const accountBanner = {
  pending: {
    title: 'Your account awaits approval',
    what: 'You can set up the webhook and your API keys already and test them. Payments begin once we have approved the account; until then the API answers 403.',
  },
  suspended: {
    title: 'Your account is suspended',
    what: 'The API answers 403 to every call. Payments that are under way still complete and their webhooks are still sent. Please contact us.',
  },
  refused: {
    title: 'Your account was refused',
    what: 'The API answers 403 to every call. Please contact us if you think this is a mistake.',
  },
};

export const session = {
  toSignIn: 'Taking you to sign-in…',
  signingIn: 'Signing you in…',
  ended: 'Your session has ended',
  endedWhy: 'For the safety of your account you are signed out after a while. Sign in again to go on where you were.',
  signIn: 'Sign in',
  failed: 'Sign-in did not work',
  failedWhy: 'It was cancelled, took too long, or the link was used before. Nothing was changed.',
  unreachable: 'Sign-in cannot be reached',
  unreachableWhy: 'Check your connection and try again.',
  tryAgain: 'Try again',
  signedOut: 'You are signed out',
  signedOutWhy: 'On a shared computer, close the browser as well.',
  signInAgain: 'Sign in again',
};
