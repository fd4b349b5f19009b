/** The columns of a file for bulk assignment: what the header may say, whatever its case, with or without blanks. */
export const ASSIGNMENT_COLUMNS = {
  subscriptionId: ['Subscription Id', 'Subscription', 'Google Subscription Id'],
  renewalId: ['Renewal Id', 'Renewal'],
  /** Tells several renewals of a subscription in one month from each other. */
  renewalDate: ['Renewal Date'],
  member: ['Assigned To', 'Assigned To Email', 'Assignee', 'Member', 'Member Email', 'Email'],
} as const;
