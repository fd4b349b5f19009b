import * as z from 'zod/mini';
import { call } from './call.ts';
import { done, emailAddress, line, password, phoneNumber } from './fields.ts';
import { IndustryType } from './words/lists.ts';

export const EASY = 'Choose a password of 8 to 128 characters that others cannot guess.';
const UNVERIFIED = 'Verify your e-mail address with an OTP first.';
const WRONG = 'Something went Wrong..!!';

export const sameTwice = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { error: 'Password Does not Match !', path: ['confirmPassword'] },
);

export const registration = {
  /** Takes a register code that the same client verified for this e-mail; the account waits for its approval. */
  signup: call({
    path: 'signup/',
    audience: 'public',
    body: z.strictObject({
      formData: z
        .strictObject({
          userName: line(120, 'Enter your name'),
          companyName: line(200, 'Enter the name of your company'),
          phoneNumber,
          email: emailAddress('Email Id cannot be blank'),
          password,
          confirmPassword: password,
          designation: line(120, 'Enter your designation'),
          industryType: IndustryType,
          otherContactName: line(120, 'Enter the name of another contact'),
          otherContactPhone: phoneNumber,
        })
        .check(sameTwice),
    }),
    reply: done,
    refusals: {
      401: UNVERIFIED,
      403: 'Email Already Exists',
      422: EASY,
      429: WRONG,
      503: WRONG,
    },
    emailIsTarget: true,
  }),
  /** Mails a voucher for this e-mail, which the same client verified, to the administrators who may invite. */
  generateVoucher: call({
    path: 'adminpanel/generate_voucher/',
    audience: 'public',
    body: z.strictObject({ email: emailAddress('Email Id cannot be blank') }),
    reply: done,
    refusals: { 401: UNVERIFIED, 403: 'Email Already Exists', 429: WRONG },
    emailIsTarget: true,
  }),
  adminSignup: call({
    path: 'adminpanel/signup/',
    audience: 'public',
    body: z.strictObject({
      formData: z
        .strictObject({
          userName: line(120, 'Enter your name'),
          phoneNumber,
          email: emailAddress('Email Id cannot be blank'),
          password,
          confirmPassword: password,
          voucher: line(40, 'Please Generate Voucher Code'),
        })
        .check(sameTwice),
    }),
    reply: done,
    refusals: {
      401: UNVERIFIED,
      403: 'Email Already Exists',
      409: 'This voucher code does not hold. Check it, or generate a new one.',
      422: EASY,
      429: WRONG,
      503: WRONG,
    },
    emailIsTarget: true,
  }),
};
