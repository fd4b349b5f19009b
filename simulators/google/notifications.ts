import { text, type Fields } from './fields.ts';
import { invalid, notFound } from './refusal.ts';

/** The reseller itself, whose topic it is. */
export const RESELLER_ID = 'C0reseller';
const TOPIC = `projects/partner-watch/topics/${RESELLER_ID}`;

/** The service accounts that are told what becomes of subscriptions: while there is one, `events/` keeps what is published. */
export function makeNotifications() {
  const registered = new Set<string>();

  /** The discovery document has it in the address, the how-to pages in the body. */
  function accountOf(query: URLSearchParams, body: Fields): string {
    const name = 'serviceAccountEmailAddress';
    const account = query.get(name) ?? text(body, name);
    if (account === undefined) throw invalid(`Required: ${name}`);
    if (!/^[^@\s]+@[^@\s]+$/.test(account)) throw invalid(`Invalid value for: ${name}`);
    return account;
  }

  return {
    hasSubscribers: () => registered.size > 0,
    details: () => (registered.size === 0 ? {} : { topicName: TOPIC, serviceAccountEmailAddresses: [...registered] }),
    register(query: URLSearchParams, body: Fields) {
      registered.add(accountOf(query, body));
      return { topicName: TOPIC };
    },
    unregister(query: URLSearchParams, body: Fields) {
      const account = accountOf(query, body);
      if (!registered.delete(account)) throw notFound(`Service account not registered: ${account}`);
      return { topicName: TOPIC };
    },
  };
}
