import { Alert } from '../feedback/alert.tsx';

/** Says why nothing is found between two days that are the wrong way round; '' is no day. */
export const DaysInOrder = ({ first, last }: { first: string; last: string }) =>
  first !== '' && last !== '' && first > last && <Alert>The first day lies after the last one.</Alert>;
