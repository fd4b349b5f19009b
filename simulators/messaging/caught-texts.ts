export interface CaughtText {
  /** The provider's id: SM… or wamid.… */
  id: string;
  channel: 'sms' | 'whatsapp';
  /** +91… */
  to: string;
  text: string;
  /** WhatsApp: the approved template it was made from. */
  template?: string;
  /** ISO, UTC. */
  receivedAt: string;
}

const KEPT = 1_000;

export type CaughtTexts = ReturnType<typeof caughtTexts>;

export function caughtTexts() {
  let newestFirst: CaughtText[] = [];
  return {
    add(text: Omit<CaughtText, 'receivedAt'>): void {
      newestFirst = [{ ...text, receivedAt: new Date().toISOString() }, ...newestFirst].slice(0, KEPT);
    },
    /** Newest first; of one number, where one is named. */
    list: (to = ''): CaughtText[] => newestFirst.filter((text) => to === '' || text.to === to),
  };
}
