import { text, type Fields } from './fields.ts';
import { invalid, notFound } from './refusal.ts';

/** Of the reseller itself, whose topic it is. */
const TOPIC = 'projects/partner-watch/topics/C0reseller';

/** The service accounts that are told what becomes of subscriptions. Nothing is published: there is no Pub/Sub here. */
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
