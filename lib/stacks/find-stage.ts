import * as z from 'zod/mini';

/** What stages and bank accounts are named. */
export const settingName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'lower-case letters, digits and hyphens'));

/** The name and the unchecked settings of a stage; throws an error with the known names for any other name. */
export function findStage(stages: unknown, stageName: unknown): { name: string; settings: unknown } {
  const known = z.record(z.string(), z.unknown()).parse(stages);
  const parsedName = settingName.safeParse(stageName);
  if (parsedName.success && Object.hasOwn(known, parsedName.data)) {
    return { name: parsedName.data, settings: known[parsedName.data] };
  }
  throw new Error(
    `stage: "${String(stageName)}" is not one of ${Object.keys(known).join(', ')} (cdk.json, context "stages")`,
  );
}
