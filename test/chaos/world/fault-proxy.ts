import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Answer, forward } from '../../support/network/forward.ts';
import { listening } from '../../support/network/listening.ts';
import { CALL_HEADER } from './clients.ts';
import { type Fault, type FaultKind, isCrash } from './fault.ts';

/** Proxies that share one script. `onHang` receives the label of each call that hangs. */
export function faultProxies(onHang: (call: string) => void) {
  const left = new Map<string, Fault>();
  const stops: (() => Promise<void>)[] = [];
  const agent = new Agent({ keepAlive: true });
  const hanging = new Set<ServerResponse>();
  let current = '';
  let met = new Map<string, number>();
  let refusedRepeats: string[] = [];
  // Calls that may have reached the service and whose answer was lost.
  const unanswered = new Set<string>();
  const nextFault = (call: string): FaultKind | undefined => {
    const fault = left.get(call);
    const kind = fault && fault.times > 0 ? fault.kind : undefined;
    if (fault) fault.times -= 1;
    if (kind) met.set(call, (met.get(call) ?? 0) + 1);
    return kind;
  };
  const noteAnswer = (call: string, kind: FaultKind | undefined, { status, bytes }: Answer): void => {
    if (kind) unanswered.add(call);
    else if (unanswered.has(call) && status === 400 && bytes.includes('ConditionalCheckFailed'))
      refusedRepeats.push(call);
  };
  return {
    /** Begins a run and drops what an earlier run left hanging. */
    script: (run: string, faults: readonly Fault[]) => {
      current = run;
      for (const outgoing of hanging) outgoing.destroy();
      hanging.clear();
      left.clear();
      unanswered.clear();
      met = new Map();
      refusedRepeats = [];
      for (const fault of faults) if (!isCrash(fault)) left.set(fault.call, { ...fault });
    },
    /** Whether a call, by its run and label, goes through a proxy: it can meet a fault or belongs to an earlier run. */
    isProxied: (label: string): boolean => {
      const [run, call = ''] = label.split('|');
      return run !== current || left.has(call);
    },
    /** Number of requests of the call that met a fault since the last script. */
    metBy: (call: string) => met.get(call) ?? 0,
    /** Calls whose SDK retry failed its condition because the first request had written and its answer was lost. */
    refusedRepeats: (): readonly string[] => refusedRepeats,
    /** Starts a proxy for `target` and returns its base URL. */
    before: async (target: string): Promise<string> => {
      const server = createServer((incoming, outgoing) => {
        const [run, call = ''] = String(incoming.headers[CALL_HEADER] ?? '').split('|');
        if (run !== current) return void outgoing.destroy();
        const hang = () => {
          hanging.add(outgoing);
          onHang(call);
        };
        const kind = nextFault(call);
        const answered = (answer: Answer) => noteAnswer(call, kind, answer);
        void pass(incoming, outgoing, { target, agent, kind, hang, answered });
      });
      const { origin, stop } = await listening(server);
      stops.push(stop);
      return origin;
    },
    stop: async () => {
      agent.destroy();
      for (const stop of stops) await stop();
    },
  };
}

interface Way {
  target: string;
  agent: Agent;
  kind: FaultKind | undefined;
  hang(): void;
  answered(answer: Answer): void;
}

const REFUSALS = {
  throttled: { status: 400, type: 'ThrottlingException' },
  error: { status: 500, type: 'InternalServerError' },
  expired: { status: 400, type: 'ExpiredTokenException' },
} as const;

/** The same errors as HTTP statuses of the bank. */
const BANK_STATUSES = { throttled: 429, error: 503, expired: 401 } as const;

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, way: Way): Promise<void> {
  const { kind } = way;
  const body = await buffer(incoming).catch(() => undefined);
  if (body === undefined) return;
  if (kind === 'reset-before') return void outgoing.socket?.resetAndDestroy();
  if (kind === 'hang-before') return way.hang();
  if (kind === 'throttled' || kind === 'error' || kind === 'expired') return refuse(incoming, outgoing, kind);
  const answer = await forward(incoming, body, way.target, way.agent).catch(() => undefined);
  if (!answer) return void outgoing.destroy();
  way.answered(answer);
  if (kind === 'reset-after') return void outgoing.socket?.resetAndDestroy();
  if (kind === 'hang-after') return way.hang();
  const { status, headers, bytes } = answer;
  outgoing.writeHead(status, headers);
  if (kind !== 'truncated') return void outgoing.end(bytes);
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.socket?.destroy());
}

function refuse({ headers }: IncomingMessage, outgoing: ServerResponse, kind: keyof typeof REFUSALS): void {
  const isService = headers['x-amz-target'] !== undefined;
  const { status, type } = REFUSALS[kind];
  outgoing.writeHead(isService ? status : BANK_STATUSES[kind], { 'content-type': 'application/x-amz-json-1.0' });
  outgoing.end(isService ? JSON.stringify({ __type: `com.amazonaws#${type}`, message: 'injected' }) : '{}');
}
