import { bankContract } from './contract.ts';

bankContract('sibs', { lostPushIs: 'waiting', listsPayments: false, notifiesRefusals: true });
