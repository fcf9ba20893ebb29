import { Agent } from 'node:https';
import type { Duplex } from 'node:stream';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Clock } from '../runtime/clock.ts';

/**
 * How long an idle connection is trusted. Common servers close theirs after 5 s (Node, Apache) or later. The age is
 * checked before use and not left to a timer, because timers stand still while Lambda freezes the environment.
 */
const IDLE_LIMIT_MS = 4_000;

// A second address is tried when the first has not answered by then; Node's own 250 ms is too short for far servers.
const NEXT_ADDRESS_AFTER_MS = 1_000;

const freeSince = new WeakMap<Duplex, number>();

/**
 * One context of TLS serves all connections. Node would make one for each, a quarter of what a new connection costs; and an
 * endpoint that hangs takes a new one for each attempt.
 */
export function keepAliveAgent(clock: Clock, extraAuthorities: string[] = []): Agent {
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: 64,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    secureContext: createSecureContext(
      extraAuthorities.length === 0 ? {} : { ca: [...rootCertificates, ...extraAuthorities] },
    ),
  });
  agent.on('free', (socket: Duplex) => freeSince.set(socket, clock()));
  return agent;
}

/** Closes the connections that have been idle too long to be trusted with another POST. */
export function dropIdleConnections(agent: Agent, nowMs: number): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of [...(sockets ?? [])]) {
      if (nowMs - (freeSince.get(socket) ?? 0) > IDLE_LIMIT_MS) socket.destroy();
    }
  }
}
