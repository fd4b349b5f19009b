import type { PendingUser } from '@desk/contract/users';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { counted, instant, shown } from '../../kit/text/format.ts';
import { Facts } from '../../parts/domain-page/facts.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { Marks } from '../../parts/decisions/marks.tsx';
import { factsOf, segmentWords } from './model.ts';

interface Props {
  user: PendingUser;
  onClose: () => void;
}

function companyWords({ customer }: PendingUser): string | null {
  if (customer === null) return null;
  const { company_name, domain_name, by, subscriptions } = customer;
  const found = by === 'domain' ? `by the domain ${shown(domain_name)}` : 'by its name';
  return `${company_name}, found ${found}, ${counted(subscriptions, 'subscription')}`;
}

/** All that somebody said when they registered, and what is known of them here. */
export function RegistrationDialog({ user, onClose }: Props) {
  return (
    <ListDialog title={user.user_name} size={720} onClose={onClose}>
      <Stack>
        <Marks marks={factsOf(user)} />
        <Facts
          facts={{
            Email: [user.user_email],
            Phone: user.user_phoneNumber === '' ? null : [user.user_phoneNumber],
            'Company Name': user.company_name,
            Designation: user.designation,
            'Industry Type': user.industry_type,
            'Other Contact': [user.other_contact_name, user.other_contact_number].filter(Boolean).join(', '),
            Registered: instant(user.timestamp),
            Segment: segmentWords(user),
            'Customer here': companyWords(user),
            'Colleagues here': counted(user.colleagues, 'active person', 'active people'),
            'Domains asked for': String(user.domains_waiting),
          }}
        />
      </Stack>
    </ListDialog>
  );
}
