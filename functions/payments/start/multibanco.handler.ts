import { paymentApi } from '../../http/endpoint.ts';
import { jsonBody } from '../../http/json-body.ts';
import { bankingEnvironment } from '../banking-environment.ts';
import { startsOn } from '../wiring.ts';
import { multibanco, multibancoAnswer, multibancoInput } from './multibanco.ts';

/** `POST /payments/multibanco` (§4.3). */
export const handler = paymentApi({
  input: multibancoInput,
  read: jsonBody,
  answer: multibancoAnswer,
  run: multibanco(startsOn(...bankingEnvironment())),
});
