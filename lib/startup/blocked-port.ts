/** Whether `fetch` and browsers refuse the port, whatever listens there (Fetch Standard, "port blocking"). */
export async function isBlockedPort(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}`, { method: 'HEAD', signal: AbortSignal.timeout(1_000) });
    return false;
  } catch (error) {
    return String((error as Error).cause) === 'Error: bad port';
  }
}
