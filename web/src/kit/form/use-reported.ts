import { useEffect } from 'react';

/** Tells whoever holds a form whether something is so of it, as that it is typed in or being sent; once the form is gone, nothing is. */
export function useReported(isSo: boolean, report: (isSo: boolean) => void): void {
  useEffect(() => {
    report(isSo);
    return () => report(false);
  }, [isSo, report]);
}
