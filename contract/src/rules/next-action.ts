import * as z from 'zod/mini';

/** What somebody does next about a renewal. */
export const NextActionKind = z.enum(['call', 'quote', 'invoice', 'purchase_order', 'decide', 'wait', 'other']);
export type NextActionKind = z.infer<typeof NextActionKind>;

/** How a rule chooses who gets a new renewal: one person, who has the least open value, or one after the other. */
export const AssignmentChoice = z.enum(['person', 'least_value', 'round_robin']);
export type AssignmentChoice = z.infer<typeof AssignmentChoice>;

/** What the nightly look finds wrong: each is 0 where all is well. */
export const CoverageFinding = z.enum([
  'no_renewal',
  'no_date',
  'gone',
  'two_renewals',
  'no_queue',
  'no_contact',
  'owner_without_screen',
  'add_on_unseen',
]);
export type CoverageFinding = z.infer<typeof CoverageFinding>;

/** What an item of work asks for: a next action, or the word of a second person on what somebody else decided. */
export const WorkKind = z.enum([...NextActionKind.options, 'approve']);
export type WorkKind = z.infer<typeof WorkKind>;

/**
 * By what an item is done: words with the customer, a word on what somebody else decided (`approve`, or `confirm` where nobody
 * has to approve it), telling the provider, or a look at what stands there otherwise than was decided.
 */
export const WorkAct = z.enum(['talk', 'approve', 'confirm', 'set', 'look']);
export type WorkAct = z.infer<typeof WorkAct>;

/** What is renewed: licences of a provider, or the directory product, which is arranged by hand. */
export const WorkProduct = z.enum(['licence', 'directory']);
export type WorkProduct = z.infer<typeof WorkProduct>;

/** In their order on the screen. `waiting`: for somebody else; nothing is to be done until then. */
export const WorkGroup = z.enum(['overdue', 'today', 'week', 'later', 'waiting']);
export type WorkGroup = z.infer<typeof WorkGroup>;

/** For whom it waits. */
export const WaitingFor = z.enum(['customer', 'approval', 'provider']);
export type WaitingFor = z.infer<typeof WaitingFor>;
