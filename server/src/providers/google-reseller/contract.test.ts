import type { Capabilities } from '../port.ts';
import { describeProvider } from '../testing/contract-suite.ts';
import { simulatedGoogle } from './testing/simulated-google.ts';

const capabilities: Capabilities = {
  renewsWithSeats: false,
  resizesToAssigned: true,
  flexible: true,
  proposedOffers: true,
  addsSeats: true,
  events: true,
  answersLater: false,
};

describeProvider({ name: 'Google Reseller', capabilities, start: simulatedGoogle });
