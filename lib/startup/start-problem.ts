/** Where the service was to start. */
export interface StartAddress {
  /** `.local`, absolute. */
  localDir: string;
  port: string;
}

const NO_SPACE = /ENOSPC|EDQUOT|no space left|disk is full/i;
const DAMAGED = /not a database|malformed/i;

/** What to do about a file or folder, by the codes and messages of Node, SQLite and the DynamoDB engine. */
const REMEDIES: readonly [RegExp, string][] = [
  [/EACCES|EPERM|EROFS|readonly|unable to open/i, 'give this user the right to write there'],
  [/ENOTDIR|EEXIST|EISDIR|ENOENT/, 'move what is in its place away'],
  [/(?:)/, 'it is damaged or not from this version: start with --fresh, which deletes the data of the service'],
];

/** What prevented the start and what to do about it, in one line. */
export function startProblem(error: NodeJS.ErrnoException, { localDir, port }: StartAddress): string {
  const { code = '', message, syscall, cause } = error;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop its process, or choose another port with PORT=8080 npm start.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} needs more rights: choose one above 1023 with PORT=8080 npm start.`;
  const elsewhere = 'or choose another folder with PAYMENT_SERVICE_DIR';
  const known = `${code} ${message}`;
  // A write names no path, and neither does an engine that reads a damaged page later.
  const path = error.path ?? (NO_SPACE.test(known) || DAMAGED.test(known) ? localDir : '');
  if (NO_SPACE.test(known)) return `The disk of ${path} is full: free space on it, ${elsewhere}. (${message})`;
  if (!path.startsWith(localDir)) return message;
  const reason = cause instanceof Error ? cause.message : code || message;
  const remedy = REMEDIES.find(([problem]) => problem.test(known))?.[1];
  return `${path} cannot be used (${reason}): ${remedy}, ${elsewhere}.`;
}
