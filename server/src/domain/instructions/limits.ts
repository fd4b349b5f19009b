import { STANDARD_LIMITS, type ApprovalLimits } from '@desk/contract/rules/approval';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../../platform/db/setting.ts';

/** From where on a wish needs the word of a second person: as an administrator has set it, else as it comes. */
export const approvalLimitsOf = async (db: Db): Promise<ApprovalLimits> => ({
  ...STANDARD_LIMITS,
  ...((await readSetting(db, 'approval_limits')) as Partial<ApprovalLimits> | undefined),
});
