import { useNavigate } from '@tanstack/react-router';
import { COULD_NOT_FETCH, failedLoad } from '../kit/failed-load.ts';
import { ErrorPanel } from '../kit/panels.tsx';
import { ScreenFrame } from '../kit/screen-frame.tsx';

/** Where a screen leads whose data could not be fetched. */
export function ErrorScreen() {
  const navigate = useNavigate();
  const failed = failedLoad();
  return (
    <ScreenFrame title="Error">
      <ErrorPanel
        text={failed?.text ?? COULD_NOT_FETCH}
        {...(failed && { what: `This was being loaded: ${failed.what}` })}
        onRetry={() => void navigate({ href: failed?.from ?? '/home', replace: true })}
      />
    </ScreenFrame>
  );
}
