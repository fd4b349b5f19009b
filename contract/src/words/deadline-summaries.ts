/** Beside the others, whose file is full. */
export const deadlineSummaries = {
  deadlines: {
    list: 'Lists deadlines by their last safe day, those to act on, met or missed',
    counts: 'Counts deadlines by last safe day, with what is at stake',
    holidays: 'Lists the holidays of the business, and the public ones of this year and the next',
    addHolidays: 'Adds holidays, on which nobody works',
    removeHoliday: 'Removes a holiday',
    setWorkedDay: 'Sets whether the business works on a public holiday',
    rules: 'Reads the lead, the state whose holidays count, and when a second person approves',
    setRules: 'Sets the lead, the state whose holidays count, and when a second person approves',
    feed: 'Tells since when the calendar feed of the caller is there',
    createFeed: 'Makes the address of the calendar feed of the caller, the one before is revoked',
    revokeFeed: 'Revokes the calendar feed of the caller',
  },
};
