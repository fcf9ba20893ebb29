import type { APIGatewayProxyEvent, SQSEvent } from 'aws-lambda';
import { simulation } from '../deployed.ts';
import { actOnBatch } from '../payments/act.ts';
import { serve } from '../web.ts';
import { CONTROL } from './control.ts';

const answer = serve(CONTROL, simulation);

/** Calls of the control endpoints, and the queue of what happens at the bank. */
export const handler = (event: APIGatewayProxyEvent | SQSEvent) =>
  'Records' in event ? actOnBatch(event, simulation) : answer(event);
