/**
 * Notes of a renewal desk, by occasion. `{contact}` is the customer's person, `{role}` their post, `{seats}`
 * `{plan}` `{price}` of the subscription, `{more}` a number of seats, `{date}` the renewal day, `{weekday}` a day soon.
 */
export const SENTENCES = {
  opening: [
    'Spoke to {contact}, will discuss with management and revert by {weekday}.',
    'Called {contact}, no answer. Mail with the renewal quote for {seats} users sent.',
    'Renewal reminder given to {role}. Billing date {date} confirmed.',
    'Shared the quotation for {seats} licences of {plan} with {contact}.',
    'Introductory call with {contact}; the earlier contact has left the company.',
    '{contact} asked for the last two invoices before talking about the renewal. Sent.',
    'Sent the usage report: not all of the {seats} seats are in use, customer to clean up.',
    'Reached {contact}. Wants a proforma in the name of the parent company.',
    'Left a message with reception, {contact} is travelling until {weekday}.',
    'Mail to {contact} bounced at first, resent to the accounts address.',
    'Customer knows that the term ends on {date}. Asked us to call back on {weekday}.',
    'Quote at {price} per user shared on mail and WhatsApp.',
  ],
  waiting: [
    'Spoke to the IT head, PO by {weekday}.',
    'PO is with finance for approval, follow up on {weekday}.',
    '{contact} is waiting for the sign-off of the managing director.',
    'Follow-up call done. Budget for {seats} users is approved, paperwork pending.',
    'No response to two mails. Tried the alternate number.',
    'Vendor registration form filled and sent back to {contact}.',
    'Customer is closing the quarter, will release the PO on {weekday}.',
    'GST details to be changed on the proforma, revised copy sent.',
    '{role} asks for the MSME certificate and bank details. Mailed.',
    'Payment advice promised for {weekday}.',
  ],
  bargaining: [
    'Customer compares with another partner and wants a better price than {price}.',
    '{contact} asks for 30 days of credit. Checked with accounts, 15 days possible.',
    'Asked for a discount on {seats} users; manager approved {price} per user.',
    'Wants to pay monthly instead of yearly, explained the commitment.',
    'Target price is lower than ours, revised quote at {price} sent.',
    '{contact} wants the price of last year to be held. Margin checked, can be done.',
    'Discussed an upgrade; the customer will look at the comparison sheet.',
    'Customer wants to drop unused ids before the renewal, count to be shared by {weekday}.',
  ],
  confirmed: [
    'PO received for {seats} users. Invoice raised.',
    'Confirmed on mail by {contact}, renewal at {price} per user.',
    'Payment received in full, renewal may be processed.',
    'Signed order form received from {role}.',
    'Confirmed over phone, written confirmation follows by {weekday}.',
    'Advance received, balance on the invoice date.',
  ],
  growing: [
    'Customer adds {more} users from the coming term.',
    'New branch opens, {more} more licences needed. Price held at {price}.',
    '{contact} confirms {more} additional users, PO amended.',
    'HR has shared the list of {more} joiners, licences to be added with the renewal.',
  ],
  lost: [
    'Customer moves to another partner, price was the reason.',
    '{contact} confirmed that they will not renew with us.',
    'Transfer token was generated, domain leaves at the end of the term.',
    'Management has decided for another platform, last invoice settled.',
  ],
  extension: [
    'Customer asks for an extension until the board meeting.',
    'Extension requested by {contact}, approval of our manager on mail.',
    'Term to be extended, the payment is held up at their bank.',
  ],
  suspended: [
    'No confirmation after four reminders, services suspended.',
    'Services suspended on request of accounts until the dues are cleared.',
    'Office is closed for good according to the neighbour, ids suspended.',
  ],
  moving: [
    'Customer wants the hosted mail plan for part of the users, sales to take over.',
    'Migration is planned by their group IT, dates awaited.',
    '{contact} shared the cut-over date of the migration.',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Occasion = keyof typeof SENTENCES;
