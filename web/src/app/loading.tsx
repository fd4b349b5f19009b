import { Waiting } from '../kit/waiting.tsx';

export function Loading() {
  return <Waiting />;
}
