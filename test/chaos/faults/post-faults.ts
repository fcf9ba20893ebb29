import type { Fault, FaultKind } from '../world/fault.ts';
import type { Hook, Reply } from '../world/hook.ts';

/** The faults that a POST can meet, as reactions of the merchant's server. */
export const POST_FAULTS: Partial<Record<FaultKind, Reply>> = {
  error: 500,
  'reset-after': 'reset',
  truncated: 'truncated',
  'hang-after': 'hang',
};

/** Injects the faults of POSTs into the answers of the merchant's server. */
export function receiverReplies(hook: Hook, faults: readonly Fault[]) {
  const replies = new Map(faults.map(({ call, kind }) => [call, POST_FAULTS[kind]]));
  const met = new Set<string>();
  let wrapped: Hook['reply'] | undefined;
  return {
    /** Whether this POST met its fault. */
    hasMet: (call: string) => met.has(call),
    /** Call again after a scenario has replaced the answers. */
    wrap: () => {
      if (hook.reply === wrapped) return;
      const { reply } = hook;
      wrapped = async (post, number) => {
        // Always called: the scenario may act at a certain POST.
        const usual = await reply(post, number);
        const call = `deliver POST #${number}`;
        const faulty = replies.get(call);
        if (faulty !== undefined) met.add(call);
        return faulty ?? usual;
      };
      hook.reply = wrapped;
    },
  };
}
