import * as z from 'zod/mini';

/** Enumerations of the specification. The words are stored and sent as they stand, their spelling included. */
export const Zone = z.enum(['North', 'West', 'South']);
export const Segment = z.enum(['Micro', 'SMB', 'Corporate', 'Enterprise', 'Edutech', 'Startup', 'Education']);
export const Flag = z.enum(['Green', 'Orange', 'Red']);
export const RenewalStatus = z.enum([
  'Confirmation Received',
  'In Discussion',
  'Partial Upgrade',
  'Lost',
  'Upgrade',
  'Move To Axima',
  'Suspended',
  'Confirmation received for flex',
  'Mid Term Upgrade',
  'Extension',
  'Moved to O365',
]);
/** After these words of a customer there is no next term. */
export const LEFT: ReadonlySet<string | null> = new Set(['Lost', 'Moved to O365', 'Move To Axima']);
export const AgreementStatus = z.enum(['Sent', 'Signed', 'Pending', 'N/A']);
export const DeploymentStatus = z.enum(['Done', 'Error', 'In-Progress', 'On-Hold', 'Cancelled']);
export const BillingFrequency = z.enum(['Monthly Monthly', 'Monthly Annual', 'Annual']);
export type BillingFrequency = z.infer<typeof BillingFrequency>;
export const RenewalType = z.enum(['Actual Renewal', '24 months', '36 months', 'PDL']);
export const PriceType = z.enum(['price', 'split_price']);
export const SupportType = z.enum(['support', 'managed_service']);
export const SupportPackage = z.enum(['Basic', 'Standard', 'Professional']);
export const ManagedServiceType = z.enum(['Dedicated Remote', 'Dedicated Onsite', 'Ent(Remote Shared)']);
export const ManagedServicePrice = z.enum(['Paid', 'Un Paid']);
/** Reasons of a lost renewal (`reason`), each with one of the sub-reasons. */
export const ChurnReason = z.enum(['Move to other vendor', 'Move to other service']);
export const ChurnSubReason = z.enum(['Price Issue', 'Support Issue']);
/** Reasons of a suspended renewal (`suspend_reason`). */
export const LossReason = z.enum([
  'No confirmation',
  'Business Closed',
  'Confirmation recd not paid',
  'Client is not using the services',
  'Downgraded in another SKU',
  'Upgarded in another SKU',
  'Migrated in New domain',
  'Others',
]);
/** The licence-size filter: every count lies in exactly one band. */
export const LicenceBand = z.enum(['< 99', '100-300', '301-999', '1000+']);
export const IndustryType = z.enum(['SMB', 'CORP']);
export const AccountStatus = z.enum(['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED']);
export const NotificationType = z.enum(['Email', 'SMS', 'WhatsApp']);
/** How a message leaves: to a person, or to the chat of the team. */
export const MessageChannel = z.enum([...NotificationType.options, 'Chat']);

/** A customer's decisions about a renewal: as it is, with other seats or another plan, after a talk, or not at all. */
export const Decision = z.enum(['renew', 'change', 'talk', 'do_not_renew']);
export type Decision = z.infer<typeof Decision>;
/** Why a customer does not renew. */
export const LeavingReason = z.enum([
  'Price Issue',
  'Support Issue',
  'Move to other vendor',
  'Move to other service',
  'Business Closed',
  'Client is not using the services',
  'Others',
]);

/** A value with its spelling mended for the screen; what is stored and sent keeps the old one. */
export const spelled = (word: string): string => word.replace('Upgarded', 'Upgraded').replace('Aggrement', 'Agreement');

/** Menus of every member of the renewal team, whatever is chosen. */
export const MEMBER_ROUTES: readonly string[] = [
  'my_renewal_domain',
  'renewal_member_dashboard',
  'get_monthly_renewal',
];
