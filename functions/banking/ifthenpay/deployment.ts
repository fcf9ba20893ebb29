import type { ProviderDeployment } from '../provider.ts';

export const ifthenpayDeployment: ProviderDeployment = {
  secret: {
    filledIn: ['mbWayKey', 'mbKey', 'backofficeKey'],
    generated: { field: 'antiPhishingKey', length: 40 },
    simulated: (name) => ({
      mbWayKey: `simulated-${name}-mbway`,
      mbKey: `simulated-${name}-mb`,
      backofficeKey: `simulated-${name}-backoffice`,
    }),
  },
  isPolled: true,
};
