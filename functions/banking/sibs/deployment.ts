import type { ProviderDeployment } from '../provider.ts';

export const sibsDeployment: ProviderDeployment = {
  secret: {
    filledIn: ['clientId', 'token', 'terminalId', 'entity'],
    // 43 letters and digits are the base64 of 32 bytes.
    generated: { field: 'notificationKey', length: 43 },
    simulated: (name) => ({
      clientId: `simulated-${name}`,
      token: `simulated-${name}-token`,
      terminalId: 58019,
      entity: '24000',
    }),
  },
  isPolled: false,
};
