import { paymentApi } from '../../http/endpoint.ts';
import { jsonBody } from '../../http/json-body.ts';
import { multibanco, multibancoAnswer, multibancoInput } from './multibanco.ts';
import { startEnvironment } from './start-environment.ts';

/** `POST /payments/multibanco` (§4.3). */
export const handler = paymentApi({
  input: multibancoInput,
  read: jsonBody,
  answer: multibancoAnswer,
  run: multibanco(startEnvironment()),
});
