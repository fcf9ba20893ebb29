import type { Agent } from 'node:http';
import type { Clock } from './clock.ts';

/** How long an idle connection is trusted. Common servers close theirs after 5 s (Node, Apache) or later. */
const IDLE_LIMIT_MS = 4_000;

/**
 * Watches the connections that `agent` keeps alive. The function returned closes those that have been idle too long to be
 * trusted with another request: call it before each. Writing to a connection that the other side has closed leaves the
 * fate of the request unknown. The age is checked before use and not left to a timer, because timers stand still while
 * Lambda freezes the environment.
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
