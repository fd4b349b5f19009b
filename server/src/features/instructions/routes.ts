import { instructions } from '@desk/contract/renewal-work/instructions';
import { implement } from '../../platform/http/implement.ts';
import {
  approveInstruction,
  cancelInstruction,
  placeInstruction,
  planInstruction,
  refuseInstruction,
  retryInstruction,
  sendApprovalCode,
} from './commands.ts';
import { pageOfInstructions } from './queries.ts';

export const instructionRoutes = implement(instructions, {
  plan: planInstruction,
  place: placeInstruction,
  approve: approveInstruction,
  sendCode: sendApprovalCode,
  refuse: refuseInstruction,
  cancel: cancelInstruction,
  retry: retryInstruction,
  list: pageOfInstructions,
});
