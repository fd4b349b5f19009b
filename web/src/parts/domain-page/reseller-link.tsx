import { SubjectLink } from './subject-link.tsx';

/** A reseller, by whatever it is called, that leads to its page. */
export const ResellerLink = ({ text, email }: { text: string; email: string }) => (
  <SubjectLink subject={{ kind: 'reseller', name: email }} text={text} title={email} />
);
