const DEPARTMENTS = ['deployment', 'support'] as const;

/** The tickets of a department that stand so. */
export interface Tickets {
  readonly department: (typeof DEPARTMENTS)[number];
  /** As the count names it: any text. */
  readonly status: string;
}

/** As it stands in an address: `support:On Hold`. */
export const writeTickets = ({ department, status }: Tickets): string => `${department}:${status}`;

/** Undefined for what names none. */
export function readTickets(text: string): Tickets | undefined {
  const [name = '', ...status] = text.split(':');
  const department = DEPARTMENTS.find((one) => one === name);
  return department && status.length > 0 ? { department, status: status.join(':') } : undefined;
}
