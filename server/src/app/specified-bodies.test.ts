import { readFileSync } from 'node:fs';
import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeRenewal } from '../testing/fixtures.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const calls: Call[] = Object.values(contract).flatMap((group) => Object.values<Call>(group));
const specified = JSON.parse(
  readFileSync(new URL('../../../docs/specified/calls.json', import.meta.url), 'utf8'),
) as string[];

/** The caller's e-mail; each caller puts its own in. */
const email = 'caller';
const month = '2027-04';
const phone = '+91 98765 43210';
const password = 'correct horse battery';
const domain_name = 'acme.example';
const seen = { segmentList: 'SMB', zoneList: 'North', manager: null };
const invited = { admin_name: 'Ravi', admin_email: 'ravi@desk.example', phone_number: phone };

/** Exactly the keys that the specification's tables name for each call. */
const BODIES: Record<string, object> = {
  'login/': { email: 'a@b.example', password },
  'signup/': {
    formData: {
      ...{ userName: 'Ravi', companyName: 'Acme', phoneNumber: phone, email: 'a@b.example', password },
      ...{ confirmPassword: password, designation: 'IT head', industryType: 'SMB' },
      ...{ otherContactName: 'Mira', otherContactPhone: phone },
    },
  },
  'sendotp/': { email: 'a@b.example' },
  'verifyotp/': { email: 'a@b.example', otp: '123456' },
  'adminpanel/forgotpassword/': { email: 'a@b.example', otp: '123456', new_password: password },
  'adminpanel/admin_login/': { email: 'a@b.example', password, otp: '123456' },
  'adminpanel/reset_admin_password/': { formData: { email: 'a@b.example', password, confirmPassword: password } },
  'get_user_domain/': { email },
  'adminpanel/get_pending_domain/': { email },
  'adminpanel/set_pending_domain_status/': { domain_id: 1, status: 'REJECTED', email, domain_name },
  'adminpanel/get_all_users/': { email },
  'adminpanel/get_all_domain/': { email },
  'adminpanel/update_domain_status/': { status: 'SUSPENDED', domain_id: 1, domain_name },
  'adminpanel/get_pending_user/': { email },
  'adminpanel/set_pending_user/': { user_id: 999, status: 'REJECTED' },
  'adminpanel/insert_user_menu/': { menu_id: [1], user_id: 999 },
  'adminpanel/update_user_menu/': { email, menu_id: '1,2', user_id: 999, initialUserMenu: '1' },
  'adminpanel/update_user_data/': {
    email,
    formData: {
      ...{ user_id: 999, user_name: 'Ravi', user_status: '', user_company_name: 'Acme', user_designation: 'IT head' },
      ...{ user_phoneNumber: phone, other_contact_name: 'Mira', other_contact_number: phone },
    },
  },
  'edit_user/': { email, formData: { name: 'Asha', phone_number: phone } },
  'add_domain/': { domainName: 'new.example', email },
  'add_google_license/': {
    ...{ email, domain_name, subscription_id: 'S-1', customer_id: 'C-1', seats: 25, plan_name: 'ANNUAL' },
    added_seats: 5,
  },
  'adminpanel/get_all_admins/': { email },
  'adminpanel/get_admin_details/': { email: 'a@b.example' },
  'adminpanel/update_admin_details/': {
    formData: { admin_id: 999, admin_name: 'Asha', phone_number: phone },
    menuItem: '1',
  },
  'adminpanel/get_admin_menu_item/': { email: 'a@b.example' },
  'adminpanel/update_admin_menu/': { menu_id: [1], initialAdminMenu: [1], admin_id: 999 },
  'get_all_department/': {},
  'adminpanel/add_department/': { email, department_name: 'Legal' },
  'adminpanel/get_all_menu_item/': {},
  'get_menu_item/': { email },
  'adminpanel/invite_admin/': { formData: { ...invited, department_id: 1 }, menuList: '1', role: 'ADMIN' },
  'adminpanel/add_customer/': {
    formData: {
      ...{ domain_name: 'other.example', first_name: 'Mira', last_name: 'Rao', company_name: 'Other' },
      ...{ phone_number: phone, email: 'mira@other.example' },
    },
  },
  'adminpanel/get_all_customer/': { email },
  'adminpanel/update_renewal_customer/': {
    formData: { customer_email: 'a@b.example', phone, mobile: phone, contact_id: 999 },
  },
  'adminpanel/create_zoho_task/': { formData: { subject: 'Invoice', description: 'Please send it' } },
  'adminpanel/get_zoho_task/': { email },
  'adminpanel/get_renewal_data/': { email },
  'adminpanel/get_monthly_renewal_data/': { email, month },
  'adminpanel/get_export_monthly_renewal_data/': { email, month },
  'adminpanel/update_assignto_member/': { email, renewalid: 1, emailid: '' },
  'adminpanel/bulk_update_assignto_member/': { month },
  'adminpanel/get_current_month_member_domains/': { email, month: `${month}%`, comment: 'Lost' },
  'adminpanel/get_domain_contact_detail/': { email, domain_name },
  'adminpanel/get_domain_contact_detail_{provider}/': { email, reseller_email: 'a@b.example' },
  'adminpanel/get_reseller_customer_{provider}/': { email, reseller_domain: 'b.example' },
  'adminpanel/get_deployment_ticket_details/': { email, domain_name },
  'adminpanel/get_support_ticket_details/': { email, domain_name },
  'adminpanel/get_domain_renewal_data/': { email, domain_name },
  'adminpanel/get_domain_status_details/': { email, domain_name },
  'adminpanel/get_account_history_details/': { email, domain_name },
  'adminpanel/get_domain_account_outstanding_details/': { email, domain_name },
  'adminpanel/get_renewal_aggrement_domain/': { email, aggrement: 'Sent' },
  'adminpanel/get_renewal_segment_domain/': { email, segment_name: 'SMB' },
  'adminpanel/get_renewal_flag_domain/': { email, flag: 'Red' },
  'adminpanel/get_current_month_renewal_domain/': { email, comment: 'Lost', month: `${month}%` },
  'adminpanel/get_renewal_admin_domain/': { email, admin_email: 'a@b.example', month },
  'adminpanel/get_renewal_team_domain_count/': { email, month },
  'adminpanel/get_renewal_segment_count/': { email, month },
  'adminpanel/get_renewal_aggrement_count/': { email, month },
  'adminpanel/get_renewal_flags_count/': { email, month },
  'adminpanel/get_current_month_renewal_dashboard/': { email, month },
  'adminpanel/add_member_tagging/': { email, admin_email: 'a@b.example', ...seen },
  'adminpanel/update_renewal_tags/': {
    ...{ email, segment: 'SMB', zone: 'North', manager: null, admin_id: 999 },
    user_data: { admin_name: 'Ravi', phone_number: phone },
  },
  'adminpanel/get_renewal_team/': { email },
  'adminpanel/get_my_domain/': { email },
  'adminpanel/update_zone/': { zone: 'West', renewal_id: 1 },
  'adminpanel/update_segments/': { segments: 'Micro', renewal_id: 1 },
  'adminpanel/get_followup_comment/': { renewal_id: 1 },
  'adminpanel/insert_followup_comment/': { comment: 'Called', renewal_id: 1 },
  'adminpanel/insert_comments/': { formData: { highlight: 'Red', status: 'In Discussion' }, renewal_id: 1 },
  'adminpanel/get_renewal_domain_details/': { renewal_id: 1 },
  'adminpanel/get_all_products/': { email },
  'adminpanel/get_zoho_notify_customer/': { renewal_id: 1, subscription_id: 'S-1', domain_name, zoho_contact_id: null },
  'adminpanel/send_renewal_notification/': {
    requestBody: {
      ...{ domain_name, customer_name: 'Mira', company_name: 'Acme', emails: ['a@b.example'], phones: [] },
      ...{ zoho_customer: null, subscriptionId: 'S-1', renewalDate: '2027-04-01', renewal_id: 1 },
      notification_type: 'Email',
    },
  },
  'adminpanel/get_renewal_team_manager/': {},
  'adminpanel/get_assigement_members_emails/': {},
  'domain_checker/': { email, domain: 'acme.example' },
  'adminpanel/checkMXRecords/': { email },
  'axima/get_all_axima_products/': { email },
  'axima/get_axima_domain_details/': { email, subscription_id: 999 },
  'axima/get_axima_subscription_details/': { email, subscription_id: 999 },
  'axima/update_axima_domain/': {
    ...{ email, formData: { comments: 'Called' }, subscription_id: 999, role: 'SALESC', renewal_date: '2027-04-01' },
  },
  'axima/add_axima_license/': { subscription: { axima_subscription_id: 999, user_count: 4 }, seats: 2, email },
  'axima/add_axima_domain/': {
    ...{ ticket_number: 'T-1', customer_name: 'Mira', customer_email: 'a@b.example', phone_number: phone },
    ...{ company_name: 'Acme', domain_name, tenant_name: 'acme', user_count: '5', product: 'Nothing', comments: '' },
    ...{ order_id: 'O-1', billing_frequency: 'Annual', selling_price: '10', buying_price: '8', margin_percent: '20' },
    ...{ requested_by: 'Asha', field_distributor: 'Nobody' },
  },
  'axima/get_all_axima_domain/': { email },
  'axima/get_existing_axima_domain/': { email },
  'adminpanel/get_domain_details/': { email, letter: 'A' },
  'adminpanel/get_resellersdetails_{provider}/': { email, letter: 'A' },
  'adminpanel/get_customer_count/': { email },
  'adminpanel/get_reseller_count_{provider}/': { email },
  'adminpanel/get_search_domain/': { email, tabValue: 'customers', search: 'acme' },
  'adminpanel/get_current_member_dashboard/': { email, month: `${month}%` },
  'adminpanel/get_reseller_renewal_dashboard/': { email, month },
  'adminpanel/get_support_tickets_status_list/': { email, status: 'Open' },
  'adminpanel/get_deployment_tickets_status_list/': { email, status: 'Open' },
  'adminpanel/get_top_outstanding_domain/': { email, search: '' },
  'adminpanel/get_upcoming_renewals_dashboard/': { email, search: '' },
  'adminpanel/get_deployment_tickets_status/': { email },
  'adminpanel/get_support_tickets_status/': { email },
  'adminpanel/get_renewal_reseller_customers/': {
    ...{ email, month, reseller_email: 'a@b.example', tag: 'email', assigned_to: 'a@b.example' },
  },
  'adminpanel/send_reseller_notification/': { email, subscriptionIds: 'S-1', renewalDates: '2027-04-01', domain_name },
  'adminpanel/get_renewal_resellers/': { email, month },
  'adminpanel/get_monthly_{directory_product}_renewal_data/': { email, month },
  'adminpanel/get_us_{provider}_portal/': { email },
};

const FILES: Record<string, string> = {
  'adminpanel/bulk_update_assignto_member/': 'Subscription Id,Assigned To\nS-1,nobody@b.example',
  'adminpanel/checkMXRecords/': 'Domain Name\nacme.example',
};

test('the table has every specified call', () => {
  expect(Object.keys(BODIES).sort()).toEqual(specified.toSorted());
});

describe('a call with exactly what the specification names is not refused for something it lacks', () => {
  let desk: TestServer;
  const people = new Map<string, Awaited<ReturnType<TestServer['as']>>>();
  beforeAll(async () => {
    desk = await testServer();
    await makeRenewal(desk.db, { domain: domain_name, externalId: 'S-1', renewsOn: '2027-04-01' });
  });

  /** Somebody who may make it. */
  const callerOf = async ({ audience, roles }: Call) => {
    if (audience === 'public') return desk.stranger;
    const kind = audience === 'customer' ? 'customer' : 'staff';
    const role = roles?.[0] ?? (kind === 'customer' ? 'CUSTOMER' : 'ADMIN');
    const known = people.get(role);
    if (known) return known;
    const made = await desk.as({ email: `${role.toLowerCase()}@desk.example`, kind, role, mayExport: true });
    people.set(role, made);
    return made;
  };

  test.each(calls.filter(({ path }) => specified.includes(path)))('$path', async (call) => {
    const caller = await callerOf(call);
    const own = (fields: object) =>
      'email' in fields && fields.email === email && 'email' in caller ? { ...fields, email: caller.email } : fields;
    const body = own(BODIES[call.path] ?? {}) as never;
    const bytes = FILES[call.path];

    const answer =
      bytes === undefined
        ? await caller.calls(call, body)
        : await caller.uploads(call, body, { name: 'rows.csv', bytes });

    expect([answer.status, answer.reply.message]).not.toContain(400);
    expect(call.audience === 'public' || ![401, 403].includes(answer.status)).toBe(true);
    expect(answer.status).toBeLessThan(500);
  });
});
