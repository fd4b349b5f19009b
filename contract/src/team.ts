import * as z from 'zod/mini';
import { BEYOND_YOU } from './admins.ts';
import { call } from './call.ts';
import { body, done, emailAddress, id, line, page, phoneNumber } from './fields.ts';
import { Segment, Zone } from './words/lists.ts';

export const TeamMember = z.object({
  admin_id: z.number(),
  admin_name: z.string(),
  admin_email: z.string(),
  phone_number: z.string(),
  /** Comma lists, in the order of the enumerations; empty: of all. */
  segments: z.string(),
  region: z.string(),
  /** The manager's e-mail. */
  manager: z.nullable(z.string()),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  /** Renewals of this month that are assigned to the member, as `boards.teamList` lists them. */
  domains: z.number(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A list, or the words joined by commas as the specification sends them; each once. */
const wordsOf = <Word extends string>(word: z.ZodMiniType<Word, string>) =>
  z.pipe(
    z.pipe(
      z.union([z.array(z.string()), z.string().check(z.maxLength(500))]),
      z.transform((given) => [
        ...new Set(
          (typeof given === 'string' ? given.split(',') : given)
            .map((text) => text.trim())
            .filter((text) => text !== ''),
        ),
      ]),
    ),
    z.array(word),
  );

const managing = { audience: 'staff', screens: ['manager_renewal_team'], roles: ['ADMIN'] } as const;
const CHANGED = 'Somebody has changed this member meanwhile. Please check and try again.';
/** Nobody can report to oneself, nor in a circle. */
const MANAGER = 'Choose an active colleague as the manager; nobody reports to oneself, directly or through others.';

export const team = {
  /** Renewal members, and administrators with tags; ten on a page by name, `search` is part of a name. */
  members: call({
    path: 'adminpanel/get_renewal_team/',
    ...managing,
    body: body({ search: z.optional(line(120)), page }),
    reply: z.object({ customer: z.array(TeamMember), total: z.number() }),
  }),
  /** Those to whom a member can report: active administrators and renewal members. */
  managers: call({
    path: 'adminpanel/get_renewal_team_manager/',
    ...managing,
    body: body({}),
    reply: z.object({ managers: z.array(z.object({ email: z.string(), name: z.string() })) }),
  }),
  /** Tags of somebody who was just invited; without `manager` the member's manager stays. */
  tag: call({
    path: 'adminpanel/add_member_tagging/',
    ...managing,
    body: body({
      admin_email: emailAddress('Enter an e-mail address'),
      segmentList: wordsOf(Segment),
      zoneList: wordsOf(Zone),
      manager: z.optional(z.nullable(line(254))),
    }),
    reply: done,
    refusals: { 404: 'No Team Present or Could not fetch Team', 422: MANAGER },
    writes: true,
  }),
  /** Edits a member: tags, manager, name and phone; what is left out stays. `seen`: what the form started from. */
  update: call({
    path: 'adminpanel/update_renewal_tags/',
    ...managing,
    body: body({
      admin_id: id,
      segment: wordsOf(Segment),
      zone: wordsOf(Zone),
      manager: z.optional(z.nullable(line(254))),
      user_data: z.optional(z.strictObject({ admin_name: line(120, 'Enter a name'), phone_number: phoneNumber })),
      seen: z.optional(
        z.strictObject({
          admin_name: z.string(),
          phone_number: z.string(),
          segments: z.string(),
          region: z.string(),
          manager: z.nullable(z.string()),
        }),
      ),
    }),
    reply: done,
    refusals: { 404: 'No Team Present or Could not fetch Team', 409: CHANGED, 422: MANAGER, 424: BEYOND_YOU },
    writes: true,
  }),
};
