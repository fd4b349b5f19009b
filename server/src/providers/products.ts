import type { Pay } from './port.ts';

/** Google Workspace in all its editions, by the ids of its products and SKUs; others alone move no customer away. */
export const isWorkspace = (skuId: string): boolean => /^(?:Google-Apps|101002|101006|101031)/.test(skuId);

/** Whoever has it is kept by Google, suspended or not. */
export const isVault = (skuId: string): boolean => skuId === 'Google-Vault';

/**
 * What is bought for each user of Workspace beside it: Vault, Gemini, Voice, AppSheet. Not those that count something else: archived
 * and former users, storage, devices; and not Cloud Identity, which needs no Workspace.
 */
export const isAddOn = (skuId: string): boolean => /^(?:Google-Vault$|101033|101038|101047|101054)/.test(skuId);

const PAY_OF: ReadonlyMap<string | null, Pay> = new Map([
  ['ANNUAL', 'monthly'],
  ['ANNUAL_MONTHLY_PAY', 'monthly'],
  ['ANNUAL_YEARLY_PAY', 'yearly'],
]);

/** How a plan is paid; null for one without a commitment, and where nobody named a plan. */
export const payOfPlan = (planName: string | null): Pay | null => PAY_OF.get(planName) ?? null;
