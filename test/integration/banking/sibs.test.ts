import { bankContract } from './contract.ts';

bankContract('sibs', { lostPushIs: 'waiting', notifiesRefusals: true });
