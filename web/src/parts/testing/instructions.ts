import { instructions, type Instruction, type InstructionPlan } from '@desk/contract/renewal-work/instructions';
import { answering } from '../../testing/show.tsx';

const consequence = {
  ...{ seats_now: 92, seats: 80, value_now: '259440.00', value: '225600.00', currency: 'INR' },
  ...{ renewal_date: '2026-12-01', last_safe_day: '2026-11-27', approval_reasons: [] },
};

/** 80 of 92 seats, which takes two steps. */
export const plan = (own: Partial<InstructionPlan> = {}): InstructionPlan => ({
  ...consequence,
  steps: [
    { do: 'set-renewal', after: 'now', text: 'Set the renewal at the provider: go on as a flexible plan' },
    { do: 'commit', after: 'term-end', text: 'Make it annual with 80 seats' },
  ],
  problem: null,
  differences: [],
  at_provider: 'Renew the seats in use, paid monthly',
  ...own,
});

/** What somebody else asked for; the caller may approve it. */
export const instruction = (own: Partial<Instruction> = {}): Instruction => ({
  ...consequence,
  instruction_id: 31,
  renewal_id: 7,
  domain_name: 'acme.example',
  company_name: 'Acme Private Limited',
  sku_name: 'Google Workspace Business Starter',
  outcome: 'renew',
  pay: null,
  source: 'customer',
  state: 'draft',
  reason: null,
  requested_by: 'nisha@acme.example',
  requested_at: '2026-11-20T06:00:00.000Z',
  approved_by: null,
  approved_at: null,
  read_back_at: null,
  may_approve: true,
  needs_code: false,
  ...own,
});

export const answeringInstructions = (...all: Instruction[]) =>
  answering(instructions.list, { instructions: all, total: all.length });
export const answeringPlan = (own: Partial<InstructionPlan> = {}) => answering(instructions.plan, { plan: plan(own) });
