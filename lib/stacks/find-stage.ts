import * as z from 'zod/mini';

/** What stages and bank accounts are named. A function's name, of at most 64 characters, contains that of the stage. */
export const settingName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,19}$/, 'at most 20 lower-case letters, digits and hyphens'));

/** The name and the unchecked settings of a stage; throws an error with the known names for any other name. */
export function findStage(stages: unknown, stageName: unknown): { name: string; settings: unknown } {
  const known = z.record(z.string(), z.unknown()).parse(stages);
  const name = String(stageName);
  if (!Object.hasOwn(known, name))
    throw new Error(`stage: "${name}" is not one of ${Object.keys(known).join(', ')} (cdk.json, context "stages")`);
  const { error } = settingName.safeParse(name);
  if (error) throw new Error(`stage: "${name}" is no name: ${error.issues[0]?.message}`);
  return { name, settings: known[name] };
}
