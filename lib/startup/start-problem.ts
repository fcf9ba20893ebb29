/** Where and how the service was to start. */
export interface StartPlace {
  /** `.local`, absolute. */
  localDir: string;
  host: string;
  port: string;
}

const NO_SPACE = /ENOSPC|EDQUOT|no space left|disk is full/i;
const NOT_OURS = /^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST)$/;
const NO_ADDRESS = /^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL)$/;

/** What prevented the start and what to do about it, in one line. */
export function startProblem(error: NodeJS.ErrnoException, { localDir, host, port }: StartPlace): string {
  const { code = '', message, path, syscall } = error;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop its process, or choose another port with PORT=8080 npm start.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} needs more rights: choose one above 1023 with PORT=8080 npm start.`;
  if (NO_ADDRESS.test(code) && /^(listen|getaddrinfo)/.test(syscall ?? ''))
    return `HOST=${host} is no address of this machine (${code}): use 127.0.0.1, or 0.0.0.0 in a container.`;
  const elsewhere = 'or choose another folder with PAYMENT_SERVICE_DIR';
  // A write names no path.
  if (NO_SPACE.test(`${code} ${message}`))
    return `The disk of ${path ?? localDir} is full: free space on it, ${elsewhere}. (${message})`;
  if (NOT_OURS.test(code) && (path ?? '').startsWith(localDir))
    return `${path} cannot be used (${code}): give this user the right to write there, ${elsewhere}.`;
  return message;
}
