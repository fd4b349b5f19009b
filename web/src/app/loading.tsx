import { Waiting } from '../kit/feedback/waiting.tsx';

export function Loading() {
  return <Waiting />;
}
