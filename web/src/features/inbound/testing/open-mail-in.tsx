import type { InputOf, ReplyOf } from '@desk/contract/call';
import { inbound, INBOUND_PAGE, type InboundMessage } from '@desk/contract/renewal-work/inbound';
import { search } from '@desk/contract/search';
import { storeSession } from '../../../api/session.ts';
import { brand } from '../../../parts/testing/brand.ts';
import { mail } from '../../../parts/testing/inbound.ts';
import { answering, refusing, showAt } from '../../../testing/show.tsx';
import { MailInScreen } from '../mail-in.screen.tsx';

export const unmatched = (own: Partial<InboundMessage> = {}): InboundMessage =>
  mail({
    ...{ inbound_id: 9, from: 'new.person@elsewhere.example', subject: 'Who is it now?', top: 'I took over from Ravi' },
    ...{ company_name: null, renewals: [] },
    ...own,
  });
const isOpen = ({ settled_at }: InboundMessage) => settled_at === null;
const isNobodys = ({ company_name }: InboundMessage) => company_name === null;

/** The mails as the server lists them for who looks after what is unassigned, or for who does not. */
export const listOf =
  (all: readonly InboundMessage[], seesUnmatched: boolean) =>
  ({ show = 'to_do', page = 1 }: InputOf<typeof inbound.list>): ReplyOf<typeof inbound.list> => {
    const toDo = all.filter((one) => isOpen(one) && (seesUnmatched || !isNobodys(one)));
    const ofNobody = all.filter((one) => isOpen(one) && isNobodys(one));
    const found = { to_do: toDo, unmatched: ofNobody, all }[show];
    return {
      messages: found.slice((page - 1) * INBOUND_PAGE, page * INBOUND_PAGE),
      total: found.length,
      counts: { to_do: toDo.length, unmatched: seesUnmatched ? ofNobody.length : null },
    };
  };

/** A server with these mails, in which what is settled is so afterwards; `news` changes them as somebody else does. */
export function server(all: readonly InboundMessage[], { seesUnmatched = true } = {}) {
  let now = all;
  const news = (change: (message: InboundMessage) => InboundMessage) => {
    now = now.map(change);
  };
  const settled = { settled_at: '2026-11-23T05:00:00Z', settled_by: 'Tarun' };
  const answers = [
    answering(inbound.list, (body) =>
      body.show === 'unmatched' && !seesUnmatched ? refusing(403) : listOf(now, seesUnmatched)(body),
    ),
    answering(inbound.message, ({ inbound_id }) => {
      const message = now.find((one) => one.inbound_id === inbound_id);
      return message
        ? {
            message,
            to: 'renew+abc@desk.example',
            text: `${message.top}\n> Your renewal is near`,
            answers: { recipient: message.from, subject: 'Your renewal', sent_at: '2026-11-21T08:30:00Z' },
          }
        : refusing(404);
    }),
    answering(inbound.settle, ({ inbound_id, domain_name }) => {
      news((one) => {
        if (one.inbound_id !== inbound_id) return one;
        return domain_name === undefined ? { ...one, ...settled } : { ...one, company_name: 'Acme Pvt Ltd' };
      });
      return {};
    }),
    answering(inbound.reopen, ({ inbound_id }) => {
      news((one) => (one.inbound_id === inbound_id ? { ...one, settled_at: null, settled_by: null } : one));
      return {};
    }),
    answering(search.everything, {
      hits: [
        {
          ...({ kind: 'domain', domain_name: 'acme.example', title: 'acme.example', detail: 'Acme Pvt Ltd' } as const),
          ...{ renewal: { renewal_id: 7, renewal_date: '2026-12-10' }, is_similar: false },
        },
        {
          ...({ kind: 'person', domain_name: 'acme.example', title: 'Ravi', detail: 'ravi@acme.example' } as const),
          ...{ renewal: null, is_similar: false },
        },
        {
          ...({ kind: 'person', domain_name: 'tara.example', title: 'Tara', detail: 'tara@tara.example' } as const),
          ...{ renewal: null, is_similar: false },
        },
      ],
    }),
  ];
  return { answers, news };
}

/** The screen as somebody who works on renewals has it. */
export function open(address: string, ...answers: Parameters<typeof showAt>[2][]) {
  const menu = [{ menu_id: 1, menu_name: 'Monthly Renewal Data', to_route: 'get_monthly_renewal' }];
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu, role: 'ADMIN' });
  const shown = showAt(`/home/mail_in${address}`, <MailInScreen />, ...answers, brand);
  const press = async (name: string | RegExp) => shown.user.click(await shown.screen.findByRole('button', { name }));
  return { ...shown, press };
}
