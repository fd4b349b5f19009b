import * as z from 'zod/mini';
import { call, ROLES } from './call.ts';
import { body, done, emailAddress, line, password, phoneNumber } from './fields.ts';
import { EASY, sameTwice } from './registration.ts';

export const MenuItem = z.object({ menu_id: z.number(), menu_name: z.string(), to_route: z.string() });
export type MenuItem = z.infer<typeof MenuItem>;

/** `exp` in seconds since 1970. */
export const Token = z.object({ login_token: z.string(), exp: z.number() });

const SignedIn = z.object({
  email: z.string(),
  token: Token,
  menu: z.array(MenuItem),
  role: z.enum(ROLES),
  firstLogin: z.boolean(),
});

/** A one-time code, or one of the long ones that come with it where a password is set anew. */
const mailedCode = z.string().check(z.trim(), z.regex(/^\d{6}(?:\d{14})?$/, 'OTP Does Not Match'));
const otp = z.string().check(z.trim(), z.regex(/^\d{6}$/, 'OTP Does Not Match'));
const BLANK = 'Email or Password cannot be blank..!';
const WRONG = 'Something went Wrong...!';

export const access = {
  login: call({
    path: 'login/',
    audience: 'public',
    body: z.strictObject({ email: emailAddress(BLANK), password: password.check(z.minLength(1, BLANK)) }),
    reply: SignedIn,
    refusals: {
      401: 'Incorrect Username or Password..!',
      403: 'User is Either Not Active or Suspended',
      404: 'Email Not Found..!!',
      429: WRONG,
      503: WRONG,
    },
    emailIsTarget: true,
  }),
  adminLogin: call({
    path: 'adminpanel/admin_login/',
    audience: 'public',
    body: z.strictObject({ email: emailAddress(BLANK), password: password.check(z.minLength(1, BLANK)), otp }),
    reply: SignedIn,
    refusals: {
      401: 'Incorrect Username or Password..!',
      403: 'Incorrect Username or Password..!',
      404: 'Email Not Found..!!',
      422: 'OTP Does Not Match',
      429: WRONG,
      503: WRONG,
    },
    emailIsTarget: true,
  }),
  sendAdminOtp: call({
    path: 'adminpanel/sendotp/',
    audience: 'public',
    body: z.strictObject({ email: emailAddress(BLANK), password: password.check(z.minLength(1, BLANK)) }),
    reply: done,
    refusals: { 429: 'Failed to send OTP', 503: 'Failed to send OTP' },
    emailIsTarget: true,
  }),
  sendOtp: call({
    path: 'sendotp/',
    audience: 'public',
    body: z.strictObject({
      email: emailAddress('Email Id cannot be blank'),
      /** Purpose of the code; without it: to register where there is no account, else to set a new password. */
      purpose: z.optional(z.enum(['register', 'reset'])),
    }),
    /** `already_sent`: this client was sent one a short while ago, which holds; after `again_in` seconds it is sent another. */
    reply: z.object({ already_sent: z.boolean(), again_in: z.number() }),
    refusals: { 403: 'Email Already Exists', 429: 'Failed to send OTP' },
    emailIsTarget: true,
  }),
  verifyOtp: call({
    path: 'verifyotp/',
    audience: 'public',
    body: z.strictObject({ email: emailAddress('Email Id cannot be blank'), otp: mailedCode }),
    reply: done,
    refusals: { 401: 'OTP Does Not Match', 429: 'OTP Does Not Match' },
    emailIsTarget: true,
  }),
  forgotPassword: call({
    path: 'adminpanel/forgotpassword/',
    audience: 'public',
    body: z.strictObject({ email: emailAddress('Email cannot be Blank'), otp: mailedCode, new_password: password }),
    reply: z.object({ message: z.string() }),
    refusals: {
      401: 'OTP Does Not Match',
      422: EASY,
      429: 'Failed to Send Otp. Please Try again..!!',
      503: 'Failed to Send Otp. Please Try again..!!',
    },
    emailIsTarget: true,
  }),
  /** Takes the first-login session of that admin, or an OTP verified for that e-mail by the same client. */
  resetAdminPassword: call({
    path: 'adminpanel/reset_admin_password/',
    audience: 'public',
    body: z.strictObject({
      formData: z.strictObject({ email: emailAddress(BLANK), password, confirmPassword: password }).check(sameTwice),
    }),
    reply: done,
    refusals: {
      403: 'Something went wrong',
      422: EASY,
      503: 'Something went wrong',
    },
    emailIsTarget: true,
  }),
  logout: call({ path: 'logout/', audience: 'first-login', body: body({}), reply: done }),
  /** `extend: true` starts the idle time anew. `routes`: those of the menu as it is now; somebody may have given or taken some. */
  checkSession: call({
    path: 'check_session/',
    audience: 'first-login',
    body: body({ extend: z.optional(z.boolean()) }),
    reply: z.object({
      email: z.string(),
      role: z.enum(ROLES),
      firstLogin: z.boolean(),
      exp: z.number(),
      routes: z.array(z.string()),
    }),
  }),
  menu: call({
    path: 'get_menu_item/',
    audience: 'signed-in',
    rows: 'own',
    body: body({}),
    reply: z.object({ menu: z.array(MenuItem) }),
  }),
  profile: call({
    path: 'get_profile/',
    audience: 'signed-in',
    rows: 'own',
    body: body({}),
    reply: z.object({ name: z.string(), phone_number: z.string(), email: z.string(), role: z.enum(ROLES) }),
  }),
  /** `seen`: what the fields were when the form was opened; where one of them is another by now nothing is changed. */
  editUser: call({
    path: 'edit_user/',
    audience: 'signed-in',
    rows: 'own',
    body: body({
      formData: z.strictObject({
        name: line(120, 'Enter your name'),
        phone_number: phoneNumber,
      }),
      seen: z.optional(z.partial(z.strictObject({ name: z.string(), phone_number: z.string() }))),
    }),
    reply: done,
    refusals: { 409: 'Your profile was changed meanwhile, here or by an administrator. Please check and try again.' },
    writes: true,
  }),
  /** Needed by every page before sign-in. `today` is the business day. */
  brand: call({
    path: 'brand/',
    audience: 'public',
    body: z.strictObject({}),
    reply: z.object({
      brand_name: z.string(),
      brand_slug: z.string(),
      directory_product_name: z.string(),
      directory_product_slug: z.string(),
      today: z.string(),
    }),
  }),
};
