/** Beside the others, whose file is full. */
export const reminderSummaries = {
  reminders: {
    policy: 'Reads when and how customers are reminded of renewals',
    savePolicy: 'Saves another version of how customers are reminded, and switches it on or off',
    previewPolicy: 'Tells which reminders would go out by some steps',
    list: 'Lists the reminders of a renewal: planned, sent, stopped, skipped',
    pause: 'Pauses the reminders of a renewal',
    resume: 'Goes on with the reminders of a renewal',
  },
};
