/** Of what says who does what next, beside the others, whose file is full. */
export const workSummaries = {
  myDay: {
    list: 'Lists what the caller, a colleague covered for, or the team has to do',
    people: 'Tells who has how much to do',
    addOns: 'Lists the add-ons whose renewal is near or overdue, the first to renew first',
    nextAfter: 'What would be next on a renewal once somebody had spoken, by the status that is left',
    setNext: 'Says what is next on a renewal and when',
  },
  assignmentRules: {
    list: 'Lists the rules by which new renewals get an assignee',
    save: 'Saves the rules by which new renewals get an assignee, in their order',
    preview: 'Tells who would get what is nobody’s by some rules',
    resellers: 'Finds resellers that a rule can name',
  },
  contacts: {
    all: 'Lists who of a customer is asked, in which order, and who is not and why',
    save: 'Adds a person of a customer, or changes who they are and how they are reached',
    confirmAddress: 'Has an address that bounced or unsubscribed written to again',
  },
  coverage: { latest: 'Tells what the last nightly look found that would fall through' },
  inbound: {
    list: 'Lists mail that came in: what is to be seen to, what is nobody’s, or all',
    message: 'Reads a mail that came in, with its whole text and what it answers',
    settle: 'Says that a mail was seen to, whose it is, and whether its sender is written to',
    reopen: 'Says that a mail is still to be seen to',
  },
  leave: {
    list: 'Lists who is away and who covers',
    add: 'Enters a leave and who has the work meanwhile',
    end: 'Ends a leave, so that its person is there again',
  },
  handOver: {
    list: 'Lists recent hand-overs, whose renewals the caller may hand over, and who can get them',
    preview: 'Tells who would get which renewals of somebody',
    give: 'Hands over renewals of somebody as they were previewed',
    undo: 'Gives back what a hand-over moved and nobody has assigned since',
  },
  reminders: {
    policy: 'Reads when and how customers are reminded of renewals',
    savePolicy: 'Saves another version of how customers are reminded, and switches it on or off',
    previewPolicy: 'Tells which reminders would go out by some steps',
    list: 'Lists the reminders of a renewal: planned, sent, stopped, skipped',
    pause: 'Pauses the reminders of a renewal',
    resume: 'Goes on with the reminders of a renewal',
  },
  offers: {
    list: 'Lists the offers of a renewal with their links, the newest version first',
    preview: 'Tells what an offer would say and to whom it would go, and why it cannot be sent',
    send: 'Makes an offer and mails it, with a link to decide, to people who can be asked',
    revokeLink: 'Revokes the link of an offer',
    document: 'Downloads the quote of an offer as PDF, as it was made',
  },
  views: {
    list: 'Lists the saved views of a screen that the caller sees',
    save: 'Saves filters, columns and sort of a screen as a view',
    remove: 'Deletes a saved view',
    setDefault: 'Sets the view with which a screen opens for the caller',
  },
  waiting: { counts: 'Counts people, domains, messages and jobs that wait for the caller' },
  weeklyChanges: { since: 'Tells what has changed since a week began, in money' },
};
