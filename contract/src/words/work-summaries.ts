/** Of what says who does what next, beside the others, whose file is full. */
export const workSummaries = {
  myDay: {
    list: 'Lists what the caller, a colleague covered for, or the team has to do',
    people: 'Tells who has how much to do',
    setNext: 'Says what is next on a renewal and when',
  },
  assignmentRules: {
    list: 'Lists the rules by which new renewals get an assignee',
    save: 'Saves the rules by which new renewals get an assignee, in their order',
    preview: 'Tells who would get what is nobody’s by some rules',
  },
  leave: {
    list: 'Lists who is away and who covers',
    add: 'Enters a leave and who has the work meanwhile',
    end: 'Ends a leave, so that its person is there again',
  },
  views: {
    list: 'Lists the saved views of a screen that the caller sees',
    save: 'Saves filters, columns and sort of a screen as a view',
    remove: 'Deletes a saved view',
    setDefault: 'Sets the view with which a screen opens for the caller',
  },
  waiting: { counts: 'Counts people, domains, messages and jobs that wait for the caller' },
};
