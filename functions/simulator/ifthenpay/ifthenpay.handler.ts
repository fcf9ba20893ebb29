import { simulation } from '../deployed.ts';
import { serve } from '../web.ts';
import { IFTHENPAY } from './ifthenpay.ts';

export const handler = serve(IFTHENPAY, simulation);
