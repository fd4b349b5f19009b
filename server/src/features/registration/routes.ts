import { registration } from '@desk/contract/registration';
import { implement } from '../../platform/http/implement.ts';
import { adminSignup, generateVoucher, signup } from './commands.ts';

export const registrationRoutes = implement(registration, { signup, generateVoucher, adminSignup });
