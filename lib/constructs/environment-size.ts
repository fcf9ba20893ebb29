/** Lambda, quotas: "4 KB, for all environment variables associated with the function, in aggregate". */
const MAX_BYTES = 4_096;

// The longest value of each. Other generated values are names of tables and queues, at most 80 characters.
const PSEUDO_PARAMETER_BYTES: Record<string, number> = {
  'AWS::Region': 14,
  'AWS::AccountId': 12,
  'AWS::URLSuffix': 16,
  'AWS::Partition': 10,
};
const GENERATED_NAME_BYTES = 80;

/** An error when a function's environment, as the template has it, exceeds Lambda's limit; empty when it fits. */
export function environmentProblems(functionName: string, variables: Readonly<Record<string, unknown>>): string[] {
  const sizes = Object.entries(variables).map(([name, value]) => ({ name, bytes: bytesOf(value) }));
  const total = sizes.reduce((sum, { name, bytes }) => sum + Buffer.byteLength(name) + bytes, 0);
  if (total <= MAX_BYTES) return [];
  const [largest] = sizes.sort((one, other) => other.bytes - one.bytes);
  const size = `${figure(total)} bytes, of which ${largest?.name} ${figure(largest?.bytes ?? 0)}`;
  return [
    `${functionName}: its environment takes up to ${size}; Lambda allows ${figure(MAX_BYTES)}. ` +
      'Give the stage fewer bank accounts, or shorter names and addresses; the rest belong in a second stage.',
  ];
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const { 'Fn::Join': joined, Ref: reference = '' } = (value ?? {}) as {
    'Fn::Join'?: [string, unknown[]];
    Ref?: string;
  };
  if (!joined) return PSEUDO_PARAMETER_BYTES[reference] ?? GENERATED_NAME_BYTES;
  const [separator, parts] = joined;
  return parts.reduce<number>((sum, part) => sum + bytesOf(part), 0) + separator.length * (parts.length - 1);
}

const figure = (bytes: number) => bytes.toLocaleString('en');
