import { simulation } from '../deployed.ts';
import { serve } from '../web.ts';
import { SIBS } from './sibs.ts';

export const handler = serve(SIBS, simulation);
