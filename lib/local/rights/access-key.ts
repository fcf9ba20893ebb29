/**
 * The access key of a function, as its role would have one of its own. Letters and digits, as DynamoDB Local demands.
 */
export function accessKeyOf(functionName: string): string {
  return functionName.replaceAll(/[^A-Za-z0-9]/g, '');
}
