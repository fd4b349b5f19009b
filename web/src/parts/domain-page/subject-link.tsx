import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { CellPageLink } from '../../kit/cell/cell-link.tsx';
import { useListed } from '../../kit/table/listed.ts';
import { forgetRowLeft, isRowLeft, pathOf, useOpenDomainPage, type Subject } from './domain-page-address.ts';

interface Props {
  subject: Subject;
  text: string;
  title?: string;
}

/** Leads to the page of a domain or a reseller. Who comes back from there has the focus on it again. */
export function SubjectLink({ subject, text, title = text }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const open = useOpenDomainPage();
  const listed = useListed();
  const router = useRouter();
  const { name, renewal } = subject;
  useEffect(() => {
    const key = router.state.location.state.__TSR_key ?? '';
    if (!isRowLeft(key, { name, renewal })) return undefined;
    // After the heading, which takes the focus as a screen is opened.
    const timer = setTimeout(() => {
      forgetRowLeft(key);
      const at = document.activeElement;
      if (at === document.body || at?.tagName === 'H1') link.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [router, name, renewal]);
  return (
    <CellPageLink ref={link} text={text} title={title} href={pathOf(subject)} onPress={() => open(subject, listed)} />
  );
}
