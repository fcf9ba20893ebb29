import { bankContract } from './contract.ts';

bankContract('ifthenpay', { lostPushIs: 'unknown', listsPayments: true, notifiesRefusals: false });
