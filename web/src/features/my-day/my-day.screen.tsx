import { EmptyState } from '../../kit/feedback/panels.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';

export function MyDayScreen() {
  return (
    <ScreenFrame title="My day">
      <EmptyState text="Nothing to do" />
    </ScreenFrame>
  );
}
