/** Lambda, quotas: "4 KB, for all environment variables associated with the function, in aggregate". */
const LIMIT_BYTES = 4_096;

// The longest of each; what AWS makes up otherwise is a table's or a queue's name, at most 80 characters.
const PSEUDO_PARAMETER_BYTES: Record<string, number> = {
  'AWS::Region': 14,
  'AWS::AccountId': 12,
  'AWS::URLSuffix': 16,
  'AWS::Partition': 10,
};
const MADE_UP_BYTES = 80;

/** What is wrong with the size of a function's environment, as it stands in the template; nothing if it fits. */
export function environmentProblems(functionName: string, variables: Readonly<Record<string, unknown>>): string[] {
  const sizes = Object.entries(variables).map(([name, value]) => ({ name, bytes: bytesOf(value) }));
  const total = sizes.reduce((sum, { name, bytes }) => sum + Buffer.byteLength(name) + bytes, 0);
  if (total <= LIMIT_BYTES) return [];
  const [largest] = sizes.sort((one, other) => other.bytes - one.bytes);
  return [
    `${functionName}: its environment takes up to ${figure(total)} bytes, of which ${largest?.name} ${figure(largest?.bytes ?? 0)}; ` +
      `Lambda allows ${figure(LIMIT_BYTES)}. Give the stage fewer bank accounts, or shorter names and addresses; ` +
      'the rest belong in a second stage.',
  ];
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const { 'Fn::Join': joined, Ref: reference = '' } = (value ?? {}) as {
    'Fn::Join'?: [string, unknown[]];
    Ref?: string;
  };
  if (!joined) return PSEUDO_PARAMETER_BYTES[reference] ?? MADE_UP_BYTES;
  const [separator, parts] = joined;
  return parts.reduce<number>((sum, part) => sum + bytesOf(part), 0) + separator.length * (parts.length - 1);
}

const figure = (bytes: number) => bytes.toLocaleString('en');
