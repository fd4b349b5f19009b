import { ContactRole } from '@desk/contract/words/reach';

/** Words by which the CRM calls people of each role. */
const CALLED: Readonly<Record<ContactRole, RegExp | undefined>> = {
  buyer:
    /\b(buyer|director|owner|proprietor|founder|partner|president|chair\w*|decision|purchas\w*|procure\w*|c[eo]o|md)\b/i,
  payer: /\b(payer|account(s|ant|ing)|billing|financ\w*|invoic\w*|payments?|treasur\w*|cfo)\b/i,
  technician: /\b(it|ict|technician|technical|tech|admin|administrator|system\w*|network|infrastructure|cto|cio)\b/i,
  // Nobody's title says that they are to be told nothing.
  viewer: undefined,
};

/** What somebody probably is, by what the CRM calls them; empty: its words say nothing of it. */
export const suggestedRoles = (crmRole: string | null): ContactRole[] =>
  ContactRole.options.filter((role) => CALLED[role]?.test(crmRole ?? '') ?? false);
