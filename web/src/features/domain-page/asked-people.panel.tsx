import type { ReplyOf } from '@desk/contract/call';
import type { AskedCompany, AskedPerson, contacts, Standing } from '@desk/contract/renewal-work/contacts';
import { ContactRole } from '@desk/contract/words/reach';
import type { ReactNode } from 'react';
import { TextButton } from '../../kit/button/text-button.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import { PhoneLink } from '../../kit/text/phone-link.tsx';
import { askedWords, ROLE_WORDS, SILENCED_WORDS, silencedNumberWords } from '../../parts/domain-page/asked-words.ts';
import classes from './asked.module.css';

/** An address, or a number, that is not written to. */
export interface Again {
  readonly address: string;
  readonly silenced: NonNullable<Standing['silenced']>;
}

interface Props {
  asked: ReplyOf<typeof contacts.all>;
  /** Undefined: they may be read alone. */
  onOpen: ((what: AskedPerson | Again) => void) | undefined;
}

const isAsked = ({ place }: Standing): boolean => place !== null;

/** Whether the company has an address of its own, and not that of somebody who stands there with it. */
const isAnother = ({ email }: AskedCompany, people: readonly AskedPerson[]): boolean =>
  email !== null && people.every((one) => one.email?.toLowerCase() !== email.toLowerCase());

/** Who is asked, in that order, then who is not. */
export function People({ asked: { people, company, reseller }, onOpen }: Props) {
  const person = (one: AskedPerson) => (
    <Row key={one.contact_id} who={one} onOpen={onOpen} chips={<Roles person={one} />}>
      {onOpen ? (
        <TextButton isValue onPress={() => onOpen(one)}>
          {one.name}
        </TextButton>
      ) : (
        one.name
      )}
    </Row>
  );
  const own = (
    <Row who={company} onOpen={onOpen} chips={<Badge word="Company" tone="quiet" />}>
      {company.name}
    </Row>
  );
  return (
    <ol className={classes.people}>
      {reseller && (
        <Row who={reseller} onOpen={onOpen} chips={<Badge word="Reseller" tone="plan" />}>
          {reseller.name}
        </Row>
      )}
      {people.filter(isAsked).map(person)}
      {isAsked(company) && own}
      {people.filter((one) => !isAsked(one)).map(person)}
      {!isAsked(company) && isAnother(company, people) && own}
    </ol>
  );
}

/** What staff have said somebody is, else what the CRM's words suggest. */
function Roles({ person: { roles, suggested_roles: suggested } }: { person: AskedPerson }) {
  const shown = ContactRole.options.filter((role) => (roles ?? suggested).includes(role));
  return shown.map((role) =>
    roles === null ? (
      <Badge key={role} word={role} tone="quiet">{`${ROLE_WORDS[role]}?`}</Badge>
    ) : (
      <Badge key={role} word={role} tone={role === 'viewer' ? 'quiet' : 'plan'}>
        {ROLE_WORDS[role]}
      </Badge>
    ),
  );
}

interface RowProps extends Pick<Props, 'onOpen'> {
  who: AskedPerson | AskedCompany;
  chips: ReactNode;
  /** The name. */
  children: ReactNode;
}

function Row({ who, chips, onOpen, children }: RowProps) {
  const { place, email, silenced, silenced_number: number } = who;
  const phone = 'contact_id' in who ? (who.mobile ?? who.phone) : null;
  return (
    <li className={classes.person} data-asked={place !== null}>
      <span className={classes.place} aria-hidden="true">
        {place ?? '–'}
      </span>
      <div className={classes.who}>
        <div className={classes.name}>
          <b>{children}</b> {chips}
          {silenced && (
            <Badge word={silenced.cause} tone={silenced.cause === 'bounced' ? 'bad' : 'attention'}>
              {SILENCED_WORDS[silenced.cause]}
            </Badge>
          )}
        </div>
        <Reached email={email} phone={phone} />
        <div className={classes.why}>{askedWords(who)}</div>
        {silenced && <div className={classes.why}>{silenced.reason}</div>}
        {silenced && email !== null && onOpen && (
          <TextButton onPress={() => onOpen({ address: email, silenced })}>Write to this address again</TextButton>
        )}
        <SilentNumber silenced={number} onOpen={onOpen} />
      </div>
    </li>
  );
}

type SilentProps = Pick<Props, 'onOpen'> & { silenced: Standing['silenced_number'] };

const SilentNumber = ({ silenced, onOpen }: SilentProps) =>
  silenced && (
    <>
      <div className={classes.why}>
        Nothing goes to {silenced.number} by WhatsApp: {silencedNumberWords(silenced)}
      </div>
      {onOpen && (
        <TextButton onPress={() => onOpen({ address: silenced.number, silenced })}>
          Write to this number again
        </TextButton>
      )}
    </>
  );

const Reached = ({ email, phone }: { email: string | null; phone: string | null }) => (
  <>
    {email !== null && (
      <div>
        <Breakable text={email} />
      </div>
    )}
    {phone !== null && (
      <div>
        <PhoneLink text={phone} />
      </div>
    )}
  </>
);
