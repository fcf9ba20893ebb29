import Box from '@cloudscape-design/components/box';
import { stagedCommand } from '../../../functions/runtime/staged-command.ts';
import { useSignedIn } from '../session/session-context.ts';

/** A command line of ours for copying: it speaks to the stage that the page is of. */
export function Command({ of }: { of: string }) {
  const { isLocal, stage } = useSignedIn().config;
  return <Box variant="code">{stagedCommand(of, isLocal ? undefined : stage)}</Box>;
}
