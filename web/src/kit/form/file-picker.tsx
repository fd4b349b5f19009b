import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { number } from '../text/format.ts';
import classes from './form.module.css';

interface Props {
  label: string;
  /** As in `<input accept>`: ".csv,.xlsx". */
  accept: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  /** Another one cannot be chosen now. */
  disabled?: boolean;
  help?: string;
  error?: string;
}

const size = (bytes: number) => `${number(Math.max(1, Math.round(bytes / 1024)))} kB`;

/** A file from the folder or dropped; says what was chosen and how large it is before anything starts. */
export function FilePicker({ label, accept, file, onFile, disabled = false, help, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    // One that held a file goes on showing its name.
    if (!file && input.current) input.current.value = '';
  }, [file]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFile(event.dataTransfer.files[0]);
  };
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {help !== undefined && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the input is the first */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          disabled={disabled}
          accept={accept}
          {...(described !== '' && { 'aria-describedby': described })}
          {...(error !== undefined && { 'aria-invalid': true })}
          onClick={(event) => {
            // A browser says nothing when the file that it holds is chosen again, though it was mended meanwhile.
            event.currentTarget.value = '';
          }}
          onChange={(event) => onFile(event.currentTarget.files?.[0])}
        />
        {file && (
          <p className={classes.tickLine} role="status">
            {file.name}, {size(file.size)}
            <button
              type="button"
              className={classes.plain}
              disabled={disabled}
              aria-label={`Remove ${file.name}`}
              onClick={() => onFile(undefined)}
            >
              Remove
            </button>
          </p>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
