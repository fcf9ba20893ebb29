import type { Agent } from 'node:http';
import type { Clock } from './clock.ts';

/** How long an idle connection is reused. Common servers close theirs after 5 s (Node, Apache) or later. */
const IDLE_LIMIT_MS = 4_000;

/**
 * Tracks the connections that `agent` keeps alive. Call the function returned before each request: it closes
 * connections that have been idle for too long. The outcome of a request on a connection that the server has closed
 * would be unknown. The age is checked before use because timers stop while Lambda freezes the environment.
 */
export function idleConnectionCloser(agent: Agent, clock: Clock): () => void {
  const freeSinceMs = new WeakMap<object, number>();
  agent.on('free', (socket: object) => freeSinceMs.set(socket, clock()));
  return () => {
    for (const socket of Object.values(agent.freeSockets).flat()) {
      if (socket && clock() - (freeSinceMs.get(socket) ?? 0) > IDLE_LIMIT_MS) socket.destroy();
    }
  };
}
