import { bankContract } from './contract.ts';

bankContract('ifthenpay', { lostPushIs: 'unknown', notifiesRefusals: false });
