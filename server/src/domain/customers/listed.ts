/** Whether the domain `d` is one of ours; a wish for a domain is none. The indexes of lists hold these alone. */
export const LISTED = "d.status in ('ACTIVE', 'SUSPENDED')";
