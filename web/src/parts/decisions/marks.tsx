import classes from './marks.module.css';

/** Something that is known of who asks: good to know, worth a look, or a warning. */
export interface Mark {
  readonly words: string;
  readonly tone: 'good' | 'attention' | 'bad';
}

const SHAPES = { good: '✓', attention: '▲', bad: '■' } as const;

/** What is known, each with a shape beside its colour. */
export const Marks = ({ marks }: { marks: readonly Mark[] }) => (
  <span className={classes.marks}>
    {marks.map(({ words, tone }) => (
      <span key={words} data-tone={tone}>
        <span aria-hidden="true">{SHAPES[tone]}</span> {words}
      </span>
    ))}
  </span>
);

/** The same in plain words. */
export const marksInWords = (marks: readonly Mark[]): string => marks.map(({ words }) => words).join(', ');

/** What has to be looked at before one says yes. */
export const warningsIn = (marks: readonly Mark[]): readonly Mark[] => marks.filter(({ tone }) => tone !== 'good');
