import type { Config } from '../../config.ts';
import { html } from '../../platform/html/markup.ts';
import { callUs, pageOf, type Page } from './frame.page.ts';
import { NEW_LINK } from './rules.ts';

/** Whatever is wrong with a link, it is this page: it tells nobody which links there are. */
export const lostPage = (config: Config): Page =>
  pageOf(
    config,
    'This link opens nothing',
    html`<div class="card plain">
      <h1>This link opens nothing</h1>
      <p>It may be old, or there is a newer one in a later mail from us.</p>
      <form method="post">
        <input type="hidden" name="what" value="${NEW_LINK}" />
        <button>Mail me a new link</button>
      </form>
      <p class="quiet">We send it to the address that this link was for. Or ${callUs(config)}.</p>
    </div>`,
  );

/** After a new link was asked for: the same whether there is somebody to mail it to or not. */
export const askedPage = (config: Config): Page =>
  pageOf(
    config,
    'Look into your mail',
    html`<div class="card plain">
      <h1>Look into your mail</h1>
      <p>
        If we know this link, and there is something to decide, a new one is on its way to the address that it was for.
      </p>
      <p class="quiet">Nothing has come after a few minutes? Please ${callUs(config)}.</p>
    </div>`,
  );

/** A page instead of the one that was asked for. */
export const sorryPage = (config: Config, title: string, text: string): Page =>
  pageOf(
    config,
    title,
    html`<div class="card plain">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="quiet">Is it urgent? Please ${callUs(config)}.</p>
    </div>`,
  );
