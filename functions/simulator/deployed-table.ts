import * as z from 'zod';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import type { Table } from './table.ts';

const { TABLE_NAME } = parseEnvironment({ TABLE_NAME: z.string() });

/** The table that the environment names, for the deployed entries. */
export const table: Table = { dynamo, tableName: TABLE_NAME };
