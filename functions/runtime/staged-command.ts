/** A command line of ours as it is called for a deployed stage; without `stage` it speaks to the local service. */
export function stagedCommand(command: string, stage: string | undefined): string {
  return stage === undefined ? command : `${command} --stage ${stage}`;
}
