import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { implement } from '../../platform/http/implement.ts';
import { saveRules } from './commands.ts';
import { ruleList, rulePreview, ruleResellers } from './queries.ts';

export const assignmentRuleRoutes = implement(assignmentRules, {
  list: ruleList,
  save: saveRules,
  preview: rulePreview,
  resellers: ruleResellers,
});
