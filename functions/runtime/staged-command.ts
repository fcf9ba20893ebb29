/** A command line for a deployed stage; without `stage` it runs against the local service. */
export function stagedCommand(command: string, stage: string | undefined): string {
  return stage === undefined ? command : `${command} --stage ${stage}`;
}
