import type { InboundMessage } from '@desk/contract/renewal-work/inbound';

/** What a customer answered, to which nobody has seen yet. */
export const mail = (own: Partial<InboundMessage> = {}): InboundMessage => ({
  ...({
    inbound_id: 1,
    channel: 'Email',
    kind: 'reply',
    from: 'ravi@acme.example',
    subject: 'Re: Your renewal',
  } as const),
  ...{ top: '\nCall me\nafter lunch', received_at: '2026-11-23T04:30:00Z', bounced_address: null },
  ...{
    company_name: 'Acme Pvt Ltd',
    renewals: [{ renewal_id: 7, domain_name: 'acme.example', renewal_date: '2026-12-10' }],
  },
  ...{ settled_at: null, settled_by: null },
  ...own,
});
