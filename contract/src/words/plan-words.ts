const PLANS: ReadonlyMap<string, string> = new Map([
  ['ANNUAL', 'Annual, paid monthly'],
  ['ANNUAL_MONTHLY_PAY', 'Annual, paid monthly'],
  ['ANNUAL_YEARLY_PAY', 'Annual, paid yearly'],
  ['FLEXIBLE', 'Flexible, month to month'],
  ['FREE', 'Free'],
  ['TRIAL', 'Trial'],
]);

/** Google's name of a plan as people read it, on screens and in sentences; a plan that the product does not know keeps its name. */
export const planWords = (plan: string): string => PLANS.get(plan) ?? plan;
