import { partialDeepStrictEqual } from 'node:assert/strict';
import { isObject, type Json, type JsonObject, objectOf } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import { arnOf } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';

export interface TableStream {
  /** The ARN for functions and templates. */
  arn: string;
  /** The engine's ARN, which names another region. */
  engineArn: string;
}

/** Creates the table, or checks that the one in the data folder has the template's definition. Returns its stream. */
export async function ensureTable(resource: Resource, dynamo: JsonClient): Promise<TableStream | undefined> {
  const request = createRequest(resource);
  const existing = await describe(dynamo, resource.physicalId);
  if (existing) refuseChange(resource, request, existing);
  const table = existing ?? (await dynamo('CreateTable', request)).TableDescription;
  const engineArn = isObject(table) ? table.LatestStreamArn : undefined;
  if (typeof engineArn !== 'string') return undefined;
  return { engineArn, arn: arnOf('dynamodb', `table/${resource.physicalId}/stream/${engineArn.split('/stream/')[1]}`) };
}

function createRequest(resource: Resource): JsonObject {
  const { properties } = resource;
  const stream = properties.StreamSpecification;
  return {
    TableName: resource.physicalId,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema ?? [],
    AttributeDefinitions: properties.AttributeDefinitions ?? [],
    ...(properties.GlobalSecondaryIndexes && { GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes }),
    ...(isObject(stream)
      ? { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType ?? null } }
      : {}),
  };
}

async function describe(dynamo: JsonClient, name: string): Promise<JsonObject | undefined> {
  try {
    const { Table: table } = await dynamo('DescribeTable', { TableName: name });
    return isObject(table) ? table : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

function refuseChange(resource: Resource, wanted: JsonObject, existing: JsonObject): void {
  for (const part of ['KeySchema', 'AttributeDefinitions', 'GlobalSecondaryIndexes', 'StreamSpecification']) {
    if (hasAll(inOrder(existing[part]), inOrder(wanted[part]))) continue;
    throw new Error(
      `The table ${resource.physicalId} in the data folder has another ${part} than the template ` +
        `(${resource.stack}/${resource.logicalId}). Start with --fresh for empty tables, or use another data folder.`,
    );
  }
}

/** Whether `existing` has what is wanted; the engine adds fields, and a definition that is no longer wanted is harmless. */
function hasAll(existing: unknown, wanted: unknown): boolean {
  try {
    partialDeepStrictEqual(existing, wanted);
    return true;
  } catch {
    return wanted === undefined;
  }
}

/** A list in the order of its members' names: their own has no meaning. */
function inOrder(definition: Json | undefined): Json | undefined {
  const nameOf = (member: Json) => String(objectOf(member).IndexName ?? objectOf(member).AttributeName);
  if (!Array.isArray(definition)) return definition;
  return definition.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}
