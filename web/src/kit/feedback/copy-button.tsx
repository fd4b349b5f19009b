import classes from './copy-button.module.css';
import { toast } from './toast.ts';

/** Puts a text on the clipboard and says so. Copying needs a browser that trusts the page. */
const copyText = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text);
    toast('done', `Copied ${text}`);
  } catch {
    toast('failed', 'The browser does not let this page copy. Select the text and copy it.');
  }
};

/** Puts a text on the clipboard and says so. `words` stand on the button; without them it is a sign beside the text. */
export const CopyButton = ({ text, words }: { text: string; words?: string }) => (
  <button
    type="button"
    className={classes.copy}
    aria-label={`${words ?? 'Copy'} ${text}`}
    title={`Copy ${text}`}
    onClick={() => void copyText(text)}
  >
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />
    </svg>
    {words}
  </button>
);
