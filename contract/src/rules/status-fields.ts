/** Fields of a renewal that belong to its status, all empty: whatever gives it another status takes them along. */
export const NO_STATUS_FIELDS = {
  addedLicences: null,
  renewedLicences: null,
  agreementStatus: null,
  plannedSku: null,
  nextRenewalDate: null,
  renewalType: null,
  priceType: null,
  pricePerUser: null,
  upto20: null,
  above20: null,
  supportCharge: null,
  extensionDate: null,
  reason: null,
  subReason: null,
  suspensionReason: null,
  suspensionText: null,
} as const;

/** Of these fields what says how many licences of which product there will be. */
export const NO_OTHER_LICENCES = { addedLicences: null, renewedLicences: null, plannedSku: null } as const;
