import type { Fault, FaultKind } from '../world/fault-proxy.ts';
import type { Hook, Reply } from '../world/hook.ts';

/** What of the faults can befall a POST, and how the merchant's server plays it. */
export const POST_FAULTS: Partial<Record<FaultKind, Reply>> = {
  error: 500,
  'reset-after': 'reset',
  truncated: 'truncated',
  'hang-after': 'hang',
};

/** Lets the merchant's server play the faults of POSTs, whatever a scenario makes it answer otherwise. */
export function receiverReplies(hook: Hook, faults: readonly Fault[]) {
  const replies = new Map(faults.map(({ call, kind }) => [call, POST_FAULTS[kind]]));
  const met = new Set<string>();
  let wrapped: Hook['reply'] | undefined;
  return {
    /** Whether this POST met its fault. */
    hasMet: (call: string) => met.has(call),
    /** To be called again after a scenario has set the answers anew. */
    wrap: () => {
      if (hook.reply === wrapped) return;
      const { reply } = hook;
      wrapped = async (post, number) => {
        // Asked in any case: a scenario may do something at a certain POST.
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
