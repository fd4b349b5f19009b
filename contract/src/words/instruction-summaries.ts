/** Beside the others, whose file is full. */
export const instructionSummaries = {
  instructions: {
    plan: 'Tells what a wish about a renewal comes to, without placing it',
    place: 'Has a wish about a renewal placed at its provider, or approved first',
    approve: 'Confirms or approves a proposed wish about a renewal, which is then placed',
    sendCode: 'Mails the code that takes the place of a second person where there is none',
    refuse: 'Refuses a proposed wish about a renewal with a reason',
    cancel: 'Takes back a wish about a renewal',
    retry: 'Has a wish about a renewal looked at and placed again now',
    list: 'Lists the wishes about a renewal, or those that wait for approval',
  },
};
